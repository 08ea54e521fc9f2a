import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useSave } from '../../../components/form/use-save.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { type EmbedderState, embedderQuery, isFetching } from '../queries.ts';
import { SaveFailure } from './save-failure.tsx';

/** Hashes by file path. */
type Hashes = Record<string, string>;

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());

/** Downloads the proposed model; the owner enters the hashes that its files must have. */
export function FetchModel({ state }: { state: EmbedderState }) {
  const { t } = useTranslation('settings');
  const { name, folder, download } = state.proposal;
  const [isOpen, setIsOpen] = useState(false);
  // State is kept here, so that the hashes survive a failed download.
  const [hashes, setHashes] = useState<Hashes>({});
  if (isFetching(state)) {
    const percent = Math.round(download?.progress ?? 0);
    return (
      <Stack gap={6}>
        <Text size="sm">{t('fetch.running', { name, percent })}</Text>
        <Progress value={percent} animated aria-label={t('fetch.running', { name, percent })} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {download?.status === 'DONE' && <Alert color="green">{t('fetch.done', { name, folder })}</Alert>}
      {download?.status === 'FAILED' && (
        <Alert color="red" title={t('fetch.failed')}>
          {download.error !== null && <ServerText text={download.error} />}
        </Alert>
      )}
      <Group gap="xs">
        <Text size="sm" style={{ flex: '1 1 300px' }}>
          {t('fetch.offer', { name })}
        </Text>
        <Button variant="light" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('fetch.open')}
        </Button>
      </Group>
      {isOpen && <HashForm proposal={state.proposal} hashes={hashes} onChange={setHashes} />}
    </Stack>
  );
}

interface HashFormProps extends Pick<EmbedderState, 'proposal'> {
  hashes: Hashes;
  onChange(hashes: Hashes): void;
}

/** Hash input for each file. */
function HashForm({ proposal: { name, files }, hashes, onChange }: HashFormProps) {
  const { t } = useTranslation('settings');
  const start = useSave(
    embedderQuery.queryKey,
    () => {
      const hashed = files.map(({ path, url }) => ({ path, url, sha256: (hashes[path] ?? '').trim().toLowerCase() }));
      return call('fetchEmbedderModel', { body: { name, files: hashed } });
    },
    { quiet: true },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('fetch.help')}
        </Text>
        {files.map(({ path, url }) => (
          <TextInput
            key={path}
            label={t('fetch.hash', { path })}
            description={url}
            descriptionProps={{ style: { overflowWrap: 'anywhere' } }}
            maxLength={70}
            value={hashes[path] ?? ''}
            error={hashes[path] && !isHash(hashes[path]) ? t('fetch.wrongHash') : null}
            onChange={(event) => onChange({ ...hashes, [path]: event.currentTarget.value })}
          />
        ))}
        <SaveFailure error={start.error} url={files[0]?.url ?? ''} onAllowed={() => start.mutate()} />
        <Group>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={!files.every(({ path }) => isHash(hashes[path] ?? ''))}
          >
            {t('fetch.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
