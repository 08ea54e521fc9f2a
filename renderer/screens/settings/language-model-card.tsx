import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { notifyFailure } from '../../components/notify.ts';
import { Card } from '../../components/page.tsx';
import { fieldsOf, useAct } from '../../components/use-save.ts';
import { type Settings, settingsQuery } from './queries.ts';
import { SaveFailure } from './refused-address.tsx';
import { TestResult } from './test-result.tsx';

/** The language model of agents and insights: where it is, what it is called, whether it answers. */
export function LanguageModelCard({ present }: { present: Settings['languageModel'] }) {
  const { t } = useTranslation('settings');
  const [baseUrl, setBaseUrl] = useState(present?.baseUrl ?? '');
  const [model, setModel] = useState(present?.model ?? '');
  const [key, setKey] = useState('');
  const test = useMutation({
    mutationFn: () => call('testLanguageModel'),
    onError: notifyFailure,
  });
  const save = useAct(
    settingsQuery.queryKey,
    (body: Body<'saveLanguageModel'>) => call('saveLanguageModel', { body }),
    {
      quiet: true,
    },
  );
  const clear = useAct(settingsQuery.queryKey, () => call('clearLanguageModel'));
  const typed = key.trim();
  const draft = { baseUrl: baseUrl.trim(), model: model.trim(), ...(typed === '' ? {} : { key: typed }) };
  const isChanged = typed !== '' || draft.baseUrl !== present?.baseUrl || draft.model !== present.model;
  const faults = fieldsOf(save.error);
  const store = () => {
    test.reset();
    save.mutate(draft, { onSuccess: () => setKey('') });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    store();
  };
  const onCleared = () => {
    test.reset();
    setBaseUrl('');
    setModel('');
  };
  return (
    <Card title={t('model.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('model.help')}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('model.baseUrl')}
              description={t('model.baseUrlHelp')}
              placeholder="https://models.example/v1"
              inputMode="url"
              required
              value={baseUrl}
              error={faults.baseUrl && t('model.wrongUrl')}
              onChange={(event) => setBaseUrl(event.currentTarget.value)}
            />
            <TextInput
              label={t('model.model')}
              description={t('model.modelHelp')}
              required
              maxLength={200}
              value={model}
              error={faults.model}
              onChange={(event) => setModel(event.currentTarget.value)}
            />
          </SimpleGrid>
          <PasswordInput
            label={t('model.key')}
            description={t(present?.hasKey ? 'model.keyKept' : 'model.keyHelp')}
            autoComplete="off"
            maxLength={500}
            maw={480}
            value={key}
            error={faults.key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <SaveFailure error={save.error} url={draft.baseUrl} onAllowed={store} />
          {test.data && <TestResult result={test.data} />}
          <Group gap="xs">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={draft.baseUrl === '' || draft.model === '' || !isChanged}
            >
              {t('shell:common.save')}
            </Button>
            {present && (
              <>
                <Button variant="light" onClick={() => test.mutate()} loading={test.isPending} disabled={isChanged}>
                  {t('model.test')}
                </Button>
                {present.hasKey && (
                  <ConfirmButton
                    variant="default"
                    question={t('model.removeKeyQuestion')}
                    onConfirm={() => save.mutate({ baseUrl: present.baseUrl, model: present.model, key: null })}
                  >
                    {t('model.removeKey')}
                  </ConfirmButton>
                )}
                <ConfirmButton
                  variant="subtle"
                  color="red"
                  question={t('model.clearQuestion')}
                  onConfirm={() => clear.mutate(undefined, { onSuccess: onCleared })}
                  loading={clear.isPending}
                >
                  {t('model.clear')}
                </ConfirmButton>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
