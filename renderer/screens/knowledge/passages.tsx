import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';

const shown = 20;

/** The first passages of a source, as indexed. */
export function Passages({ baseId, sourceId }: { baseId: string; sourceId: string }) {
  const { t } = useTranslation('knowledge');
  const passages = useQuery(
    operationQuery('listKnowledgeBaseChunks', { path: { id: baseId, sourceId }, query: { limit: shown } }),
  );
  if (passages.error) return <Failure error={passages.error} onRetry={passages.refetch} />;
  if (passages.isPending) return <Loading size="sm" />;
  const { data, total } = passages.data;
  return (
    <Stack gap="xs">
      {data.map(({ id, headingPath, page, text }) => (
        <div key={id} className="fd-code">
          {(headingPath.length > 0 || page !== null) && (
            <Text size="xs" c="dimmed">
              {[...headingPath, ...(page === null ? [] : [t('page', { page })])].join(' › ')}
            </Text>
          )}
          {text}
        </div>
      ))}
      {total > data.length && (
        <Text size="xs" c="dimmed">
          {t('morePassages', { count: total - data.length })}
        </Text>
      )}
    </Stack>
  );
}
