import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import type { Form } from '../../../components/form/form.ts';
import { fieldsOf, useAct } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { type Settings, settingsQuery } from '../queries.ts';
import { SaveFailure } from './save-failure.tsx';
import { TestResult } from './test-result.tsx';

type LanguageModel = Settings['languageModel'];
type Draft = Body<'saveLanguageModel'>;

interface Fields {
  baseUrl: string;
  model: string;
  key: string;
}

/** An empty key keeps the stored one. */
function toDraft({ baseUrl, model, key }: Fields): Draft {
  const typed = key.trim();
  return { baseUrl: baseUrl.trim(), model: model.trim(), ...(typed === '' ? {} : { key: typed }) };
}

/** Language model for agents and insights: URL, name and connection test. */
export function LanguageModelCard({ present }: { present: LanguageModel }) {
  const { t } = useTranslation('settings');
  const form = useForm<Fields>({
    initialValues: { baseUrl: present?.baseUrl ?? '', model: present?.model ?? '', key: '' },
  });
  const test = useMutation({ mutationFn: () => call('testLanguageModel'), onError: notifyFailure });
  const save = useAct(settingsQuery.queryKey, (body: Draft) => call('saveLanguageModel', { body }), { quiet: true });
  const draft = toDraft(form.values);
  const isChanged = draft.key !== undefined || draft.baseUrl !== present?.baseUrl || draft.model !== present.model;
  const store = (body: Draft, onSuccess?: () => void) => {
    form.clearErrors();
    save.mutate(body, { onError: (error) => form.setErrors(fieldsOf(error)), ...(onSuccess && { onSuccess }) });
  };
  const storeDraft = () => {
    test.reset();
    store(draft, () => form.setFieldValue('key', ''));
  };
  const onCleared = () => {
    test.reset();
    form.setValues({ baseUrl: '', model: '' });
  };
  return (
    <Card title={t('model.title')}>
      <form onSubmit={form.onSubmit(storeDraft)} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('model.help')}
          </Text>
          <ModelFields form={form} hasKey={present?.hasKey === true} />
          <SaveFailure error={save.error} url={draft.baseUrl} onAllowed={storeDraft} />
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
              <Button variant="light" onClick={() => test.mutate()} loading={test.isPending} disabled={isChanged}>
                {t('model.test')}
              </Button>
            )}
            {present && <Removals present={present} onStore={store} onCleared={onCleared} />}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function ModelFields({ form, hasKey }: { form: Form<Fields>; hasKey: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('model.baseUrl')}
          description={t('model.baseUrlHelp')}
          placeholder="https://models.example/v1"
          inputMode="url"
          required
          {...form.getInputProps('baseUrl')}
          error={form.errors.baseUrl && t('model.wrongUrl')}
        />
        <TextInput
          label={t('model.model')}
          description={t('model.modelHelp')}
          required
          maxLength={200}
          {...form.getInputProps('model')}
        />
      </SimpleGrid>
      <PasswordInput
        label={t('model.key')}
        description={t(hasKey ? 'model.keyKept' : 'model.keyHelp')}
        autoComplete="off"
        maxLength={500}
        maw={480}
        {...form.getInputProps('key')}
      />
    </>
  );
}

interface RemovalsProps {
  present: NonNullable<LanguageModel>;
  onStore(body: Draft): void;
  onCleared(): void;
}

/** Removes the key or the whole model. */
function Removals({ present: { baseUrl, model, hasKey }, onStore, onCleared }: RemovalsProps) {
  const { t } = useTranslation('settings');
  const clear = useAct(settingsQuery.queryKey, () => call('clearLanguageModel'));
  return (
    <>
      {hasKey && (
        <ConfirmButton
          variant="default"
          question={t('model.removeKeyQuestion')}
          onConfirm={() => onStore({ baseUrl, model, key: null })}
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
  );
}
