import { Badge, Button, Group, Mark, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Card } from '../../components/page/page.tsx';
import { WhoWouldReply } from './readers.tsx';

type SearchResult = Result<'searchKnowledge'>;
type Hit = SearchResult['hits'][number];

/** Searches the base with a customer's question to show what an agent would find. */
export function SearchCard({ baseId }: { baseId: string }) {
  const { t } = useTranslation('knowledge');
  const [query, setQuery] = useState('');
  const search = useMutation({
    mutationFn: () => call('searchKnowledge', { body: { query: query.trim(), baseIds: [baseId] } }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search.mutate();
  };
  return (
    <Card title={t('search.title')}>
      <form onSubmit={onSubmit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('search.question')}
            placeholder={t('search.example')}
            maxLength={2_000}
            style={{ flex: '1 1 260px' }}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" loading={search.isPending} disabled={query.trim() === ''}>
            {t('search.ask')}
          </Button>
        </Group>
      </form>
      {search.error && <Failure error={search.error} />}
      {search.data && <Hits result={search.data} baseId={baseId} />}
    </Card>
  );
}

function Hits({ result: { isAnswerable, hits }, baseId }: { result: SearchResult; baseId: string }) {
  const { t } = useTranslation('knowledge');
  if (hits.length === 0) return <Empty drawing="search" text={t('search.nothing')} />;
  return (
    <Stack mt="md" gap="sm" role="status">
      <Group>
        <Badge color={isAnswerable ? 'green' : 'orange'} variant="light" tt="none" radius="sm">
          {t(isAnswerable ? 'search.answerable' : 'search.unanswerable')}
        </Badge>
        {isAnswerable && <WhoWouldReply baseId={baseId} />}
      </Group>
      {hits.map((hit) => (
        <div key={hit.chunkId}>
          <Text size="xs" c="dimmed">
            {[hit.sourceName, ...hit.headingPath, ...(hit.page === null ? [] : [t('page', { page: hit.page })])].join(
              ' › ',
            )}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <Marked {...hit} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** Passage with the words of the question highlighted. */
function Marked({ text, highlights }: Hit) {
  const parts = highlights.flatMap(({ start, end }, index) => [
    text.slice(highlights[index - 1]?.end ?? 0, start),
    <Mark key={start}>{text.slice(start, end)}</Mark>,
  ]);
  return [...parts, text.slice(highlights.at(-1)?.end ?? 0)];
}
