import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { languageOptions } from '../../components/form/language-options.ts';
import { Card } from '../../components/page/page.tsx';
import { useNotices } from '../../notices-query.ts';
import { useConsole } from '../../session.ts';
import type { Language } from '../../words/index.ts';

/** Demo shop beside the real one. */
export function DemoSection() {
  const { t } = useTranslation('settings');
  const demoId = useNotices()?.demoWorkspaceId ?? null;
  const change = useChange();
  return (
    <Card title={t('demo.title')}>
      <Stack align="flex-start">
        <Text size="sm">{t(demoId === null ? 'demo.help' : 'demo.exists')}</Text>
        {change.isPending && <Progress value={100} animated w="100%" aria-label={t('demo.working')} />}
        {demoId === null ? <Fill change={change} /> : <Present demoId={demoId} change={change} />}
      </Stack>
    </Card>
  );
}

type Change = ReturnType<typeof useChange>;

/** The console switches to another shop, so all cached data is discarded. */
function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => client.resetQueries(),
    onError: notifyFailure,
  });
}

function Fill({ change }: { change: Change }) {
  const { t, i18n } = useTranslation('settings');
  const [language, setLanguage] = useState(i18n.language as Language);
  return (
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
  );
}

/** Opens, leaves or removes the demo shop. */
function Present({ demoId, change }: { demoId: string; change: Change }) {
  const { t } = useTranslation('settings');
  const { workspace, workspaces } = useConsole();
  const look = (workspaceId: string) => change.mutate(() => call('chooseWorkspace', { body: { workspaceId } }));
  const real = workspaces.find(({ id }) => id !== demoId);
  const isShown = workspace.id === demoId;
  return (
    <Group gap="xs" w="100%">
      {!isShown && (
        <Button variant="light" onClick={() => look(demoId)}>
          {t('demo.look')}
        </Button>
      )}
      {isShown && real && (
        // The name of a shop may be longer than a phone is wide.
        <Button variant="light" maw="100%" onClick={() => look(real.id)}>
          {t('demo.lookAway', { name: real.name })}
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
  );
}
