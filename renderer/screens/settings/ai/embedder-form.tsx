import { Button, Group, NumberInput, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import type { Form } from '../../../components/form/form.ts';
import { fieldsOf, useSave } from '../../../components/form/use-save.ts';
import { type EmbedderState, embedderQuery } from '../queries.ts';
import { SaveFailure } from './save-failure.tsx';
import { TestResult } from './test-result.tsx';

type Kind = 'openai' | 'local';

interface Fields {
  baseUrl: string;
  model: string;
  key: string;
  folder: string;
  queryPrefix: string;
  passagePrefix: string;
  /** As typed; empty for none. */
  minSimilarity: number | string;
}

/** Initial values: the current model's, else the proposal for a local model. */
function beginWith(kind: Kind, { embedder, proposal }: EmbedderState): Fields {
  const from = embedder?.kind === kind ? embedder : kind === 'local' ? proposal : null;
  return {
    baseUrl: embedder?.kind === 'openai' ? embedder.baseUrl : '',
    model: embedder?.kind === 'openai' ? embedder.model : '',
    key: '',
    folder: embedder?.kind === 'local' ? embedder.folder : proposal.folder,
    queryPrefix: from?.queryPrefix ?? '',
    passagePrefix: from?.passagePrefix ?? '',
    minSimilarity: from?.minSimilarity ?? '',
  };
}

function toDraft(kind: Kind, { baseUrl, model, key, folder, ...more }: Fields): Body<'saveEmbedder'> {
  const { queryPrefix, passagePrefix, minSimilarity } = more;
  const common = { queryPrefix, passagePrefix, minSimilarity: minSimilarity === '' ? null : Number(minSimilarity) };
  return kind === 'openai'
    ? { kind, baseUrl: baseUrl.trim(), model: model.trim(), key: key.trim() || null, ...common }
    : { kind, folder: folder.trim(), ...common };
}

const isComplete = (draft: Body<'saveEmbedder'>): boolean =>
  draft.kind === 'openai' ? draft.baseUrl !== '' && draft.model !== '' : draft.folder !== '';

/** Form of an embedding model; the server tests it before saving. */
export function EmbedderForm({ kind, state }: { kind: Kind; state: EmbedderState }) {
  const { t } = useTranslation('settings');
  const form = useForm({ initialValues: beginWith(kind, state) });
  const draft = toDraft(kind, form.values);
  const test = useMutation({ mutationFn: () => call('testEmbedder', { body: draft }), onError: notifyFailure });
  const save = useSave(embedderQuery.queryKey, () => call('saveEmbedder', { body: draft }), { quiet: true });
  const store = () => {
    form.clearErrors();
    save.mutate(undefined, { onError: (error) => form.setErrors(fieldsOf(error)) });
  };
  return (
    <form onSubmit={form.onSubmit(store)} noValidate>
      <Stack>
        {kind === 'openai' ? (
          <ServiceFields form={form} hasKey={hasKey(state)} />
        ) : (
          <TextInput
            required
            label={t('embedder.folder')}
            description={t('embedder.folderHelp')}
            {...form.getInputProps('folder')}
          />
        )}
        <MoreFields form={form} />
        <SaveFailure error={save.error} url={form.values.baseUrl} onAllowed={store} />
        {test.data && <TestResult result={test.data} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isComplete(draft)}>
            {t('embedder.use')}
          </Button>
          <Button variant="light" onClick={() => test.mutate()} loading={test.isPending} disabled={!isComplete(draft)}>
            {t('model.test')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const hasKey = ({ embedder }: EmbedderState): boolean => embedder?.kind === 'openai' && embedder.hasKey;

interface PartProps {
  form: Form<Fields>;
}

/** URL and key of the service. */
function ServiceFields({ form, hasKey: isKeyKept }: PartProps & { hasKey: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          required
          label={t('embedder.baseUrl')}
          placeholder="https://models.example/v1"
          {...form.getInputProps('baseUrl')}
        />
        <TextInput required label={t('embedder.model')} maxLength={200} {...form.getInputProps('model')} />
      </SimpleGrid>
      <PasswordInput
        label={t('embedder.key')}
        description={t(isKeyKept ? 'embedder.keyAgain' : 'model.keyHelp')}
        autoComplete="off"
        maw={480}
        {...form.getInputProps('key')}
      />
    </>
  );
}

/** Rarely changed settings, collapsed behind a button. */
function MoreFields({ form }: PartProps) {
  const { t } = useTranslation('settings');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Group>
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('embedder.more')}
        </Button>
      </Group>
      {isOpen && (
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {t('embedder.moreHelp')}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput maxLength={200} label={t('embedder.queryPrefix')} {...form.getInputProps('queryPrefix')} />
            <TextInput maxLength={200} label={t('embedder.passagePrefix')} {...form.getInputProps('passagePrefix')} />
            <NumberInput
              label={t('embedder.minSimilarity')}
              min={-1}
              max={1}
              step={0.05}
              decimalScale={3}
              {...form.getInputProps('minSimilarity')}
            />
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}
