import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { languageOptions } from '../../components/language-options.ts';
import { notifyFailure } from '../../components/notify.ts';
import { Card } from '../../components/page.tsx';
import { useNotices } from '../../notices-query.ts';
import { useConsole } from '../../session.ts';
import type { Language } from '../../words/index.ts';

/** A shop to look at, beside the real one. */
export function DemoSection() {
  const { t, i18n } = useTranslation('settings');
  const client = useQueryClient();
  const { workspace, workspaces } = useConsole();
  const demoId = useNotices()?.demoWorkspaceId ?? null;
  const [language, setLanguage] = useState(i18n.language as Language);
  // The console looks at another shop afterwards: all that it knows is of the one before.
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => client.resetQueries(),
    onError: notifyFailure,
  });
  const look = (workspaceId: string) => change.mutate(() => call('chooseWorkspace', { body: { workspaceId } }));
  const real = workspaces.find(({ id }) => id !== demoId);
  return (
    <Card title={t('demo.title')}>
      <Stack align="flex-start">
        <Text size="sm">{t(demoId === null ? 'demo.help' : 'demo.exists')}</Text>
        {change.isPending && <Progress value={100} animated w="100%" aria-label={t('demo.working')} />}
        {demoId === null ? (
          <Group align="flex-end" gap="xs">
            <Select
              label={t('demo.language')}
              data={languageOptions}
              value={language}
              onChange={(value) => value !== null && setLanguage(value as Language)}
              allowDeselect={false}
            />
            <Button
              onClick={() => change.mutate(() => call('createDemo', { body: { language } }))}
              loading={change.isPending}
            >
              {t('demo.fill')}
            </Button>
          </Group>
        ) : (
          <Group gap="xs">
            {workspace.id === demoId
              ? real && (
                  <Button variant="light" onClick={() => look(real.id)}>
                    {t('demo.lookAway', { name: real.name })}
                  </Button>
                )
              : demoId !== null && (
                  <Button variant="light" onClick={() => look(demoId)}>
                    {t('demo.look')}
                  </Button>
                )}
            <ConfirmButton
              color="red"
              variant="light"
              question={t('demo.removeQuestion')}
              onConfirm={() => change.mutate(() => call('removeDemo'))}
              loading={change.isPending}
            >
              {t('demo.remove')}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
