import { Alert, Anchor, Badge, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import { Passages } from './passages.tsx';
import { isIndexing, type Source } from './queries.ts';

const colors: Record<Source['status'], string> = {
  PENDING: 'gray',
  INDEXING: 'blue',
  READY: 'green',
  FAILED: 'red',
};

interface SourceProps {
  baseId: string;
  source: Source;
}

/** One source: indexing progress, error and whether it is searched. */
export function SourceLine({ baseId, source }: SourceProps) {
  const { t } = useTranslation('knowledge');
  const [showsPassages, setShowsPassages] = useState(false);
  const { id, name, progress, chunkCount } = source;
  return (
    <Stack component="li" className="fd-line" gap="xs">
      <Group justify="space-between" gap="xs">
        <Facts source={source} />
        <Group gap="xs">
          <Actions baseId={baseId} source={source}>
            <Button
              size="xs"
              variant="default"
              disabled={chunkCount === 0}
              aria-expanded={showsPassages}
              onClick={() => setShowsPassages(!showsPassages)}
            >
              {t('showPassages')}
            </Button>
          </Actions>
        </Group>
      </Group>
      {isIndexing(source) && (
        <Group gap="sm" wrap="nowrap">
          <Progress value={progress} animated style={{ flex: 1 }} aria-label={`${t('status.INDEXING')}: ${name}`} />
          <Text size="xs" c="dimmed" w={40} ta="right">{`${progress}%`}</Text>
        </Group>
      )}
      <Fault source={source} />
      <HeldBack source={source} />
      {showsPassages && <Passages baseId={baseId} sourceId={id} />}
    </Stack>
  );
}

/** Name, origin and size. */
function Facts({ source: { kind, name, url, status, chunkCount, charCount, lastFetchedAt } }: { source: Source }) {
  const { t } = useTranslation('knowledge');
  const { number, dateTime } = useFormats();
  const size = [
    t(`kind.${kind}`),
    t('passages', { count: chunkCount }),
    t('characters', { count: charCount, shown: number(charCount) }),
    ...(lastFetchedAt === null ? [] : [t('fetched', { date: dateTime(lastFetchedAt) })]),
  ];
  return (
    <Stack gap={2} style={{ flex: '1 1 260px', minWidth: 0 }}>
      <Group gap="xs">
        <span className="fd-line-name">{name}</span>
        <Badge color={colors[status]} variant="light" tt="none" radius="sm">
          {t(`status.${status}`)}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {size.join(' · ')}
      </Text>
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="xs" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Anchor>
      )}
    </Stack>
  );
}

/** Search switch, `children` and actions. */
function Actions({ baseId, source, children }: SourceProps & { children: ReactNode }) {
  const { t } = useTranslation('knowledge');
  const client = useQueryClient();
  const { id, name, enabled } = source;
  const path = { id: baseId, sourceId: id };
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => invalidate(client, reads.knowledge),
    onError: notifyFailure,
  });
  return (
    <>
      <Switch
        size="sm"
        label={t('searched')}
        aria-label={`${t('searched')}: ${name}`}
        checked={enabled}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          act.mutate(() => call('updateKnowledgeBaseSource', { path, body: { enabled: checked } }));
        }}
      />
      {children}
      <Button
        size="xs"
        variant="default"
        disabled={isIndexing(source)}
        onClick={() => act.mutate(() => call('reindexKnowledgeBaseSource', { path }))}
      >
        {t('reindex')}
      </Button>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        question={t('removeQuestion', { name })}
        onConfirm={() => act.mutate(() => call('deleteKnowledgeBaseSource', { path }))}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
    </>
  );
}

/** Error of the latest attempt; passages indexed before it remain searchable. */
function Fault({ source: { error, chunkCount } }: { source: Source }) {
  const { t, i18n } = useTranslation('knowledge');
  if (error === null) return null;
  const isKnown = i18n.exists(`knowledge:faults.${error.code}`);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} p="xs">
      <Text size="sm">{isKnown ? t(`faults.${error.code}`) : error.message}</Text>
      {chunkCount > 0 && <Text size="xs">{t('stillSearched')}</Text>}
    </Alert>
  );
}

/** Why published agents do not answer from it yet. */
function HeldBack({ source: { heldBack } }: { source: Source }) {
  const { t } = useTranslation('knowledge');
  const failed = heldBack.find(({ state }) => state === 'FAILED');
  if (failed) {
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} p="xs" title={t('heldBack')}>
        <Text size="sm">{failed.reason ?? t('testLost')}</Text>
        <Text size="xs">{t('heldBackKept')}</Text>
      </Alert>
    );
  }
  if (heldBack.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      <strong>{t('testing')}.</strong> {t('testingHelp')}
    </Text>
  );
}
