import { Button, Group, NumberInput, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../../components/notify.ts';
import { fieldsOf, useSave } from '../../components/use-save.ts';
import { type EmbedderState, embedderQuery } from './queries.ts';
import { SaveFailure } from './refused-address.tsx';
import { TestResult } from './test-result.tsx';

interface EmbedderFormProps {
  kind: 'openai' | 'local';
  state: EmbedderState;
}

interface Fields {
  baseUrl: string;
  model: string;
  key: string;
  folder: string;
  queryPrefix: string;
  passagePrefix: string;
  minSimilarity: number | '';
}

/** What the form begins with: what is in use, else what is proposed for a model of this machine. */
function beginWith(kind: 'openai' | 'local', { embedder, proposal }: EmbedderState): Fields {
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

/** Takes an embedding model; it is tried before it is taken. */
export function EmbedderForm({ kind, state }: EmbedderFormProps) {
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState(() => beginWith(kind, state));
  const [showsMore, setShowsMore] = useState(false);
  const change = (changes: Partial<Fields>) => setFields((present) => ({ ...present, ...changes }));
  const { queryPrefix, passagePrefix } = fields;
  const common = {
    queryPrefix,
    passagePrefix,
    minSimilarity: fields.minSimilarity === '' ? null : fields.minSimilarity,
  };
  const draft =
    kind === 'openai'
      ? { kind, baseUrl: fields.baseUrl.trim(), model: fields.model.trim(), key: fields.key.trim() || null, ...common }
      : { kind, folder: fields.folder.trim(), ...common };
  const isComplete = kind === 'openai' ? fields.baseUrl.trim() && fields.model.trim() : fields.folder.trim();
  const test = useMutation({
    mutationFn: () => call('testEmbedder', { body: draft }),
    onError: notifyFailure,
  });
  const save = useSave(embedderQuery.queryKey, () => call('saveEmbedder', { body: draft }), { quiet: true });
  const faults = fieldsOf(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const textProps = (name: 'baseUrl' | 'model' | 'key' | 'folder' | 'queryPrefix' | 'passagePrefix') => ({
    label: t(`embedder.${name}`),
    value: fields[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {kind === 'openai' ? (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput required placeholder="https://models.example/v1" {...textProps('baseUrl')} />
              <TextInput required maxLength={200} {...textProps('model')} />
            </SimpleGrid>
            <PasswordInput
              autoComplete="off"
              maw={480}
              description={t(hasKey(state) ? 'embedder.keyAgain' : 'model.keyHelp')}
              {...textProps('key')}
            />
          </>
        ) : (
          <TextInput required description={t('embedder.folderHelp')} {...textProps('folder')} />
        )}
        <Group>
          <Button variant="subtle" size="compact-sm" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
            {t('embedder.more')}
          </Button>
        </Group>
        {showsMore && (
          <Stack gap="xs">
            <Text size="xs" c="dimmed">
              {t('embedder.moreHelp')}
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <TextInput maxLength={200} {...textProps('queryPrefix')} />
              <TextInput maxLength={200} {...textProps('passagePrefix')} />
              <NumberInput
                label={t('embedder.minSimilarity')}
                min={-1}
                max={1}
                step={0.05}
                decimalScale={3}
                value={fields.minSimilarity}
                error={faults.minSimilarity}
                onChange={(value) => change({ minSimilarity: typeof value === 'number' ? value : '' })}
              />
            </SimpleGrid>
          </Stack>
        )}
        <SaveFailure error={save.error} url={fields.baseUrl} onAllowed={() => save.mutate()} />
        {test.data && <TestResult result={test.data} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {t('embedder.use')}
          </Button>
          <Button variant="light" onClick={() => test.mutate()} loading={test.isPending} disabled={!isComplete}>
            {t('model.test')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const hasKey = ({ embedder }: EmbedderState): boolean => embedder?.kind === 'openai' && embedder.hasKey;
