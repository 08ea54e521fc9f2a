import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearch } from 'wouter';
import { operationQuery } from '../../api/query.ts';
import type { Pipeline } from './types.ts';

/**
 * What the address names: a pipeline or a card with the pipeline that it is in, else the pipeline shown last, else the
 * default one.
 */
export function usePlace() {
  const { id = null } = useParams<{ id?: string }>();
  const search = useSearch();
  const cardId = id?.startsWith('card_') ? id : null;
  const pipelines = useQuery(operationQuery('listCrmPipelines'));
  const card = useQuery({
    ...operationQuery('getPipelineCard', { path: { id: cardId ?? '' } }),
    enabled: cardId !== null,
  });
  const [lastId, setLastId] = useState<string | null>(null);
  const all = pipelines.data?.data ?? [];
  const find = (one: string | null) => all.find((pipeline) => pipeline.id === one);
  const namedId = cardId === null ? id : (card.data?.pipelineId ?? lastId);
  const isUnknown = cardId !== null && lastId === null && card.isPending;
  const pipeline: Pipeline | null = isUnknown ? null : (find(namedId) ?? find(lastId) ?? all[0] ?? null);
  if (pipeline && pipeline.id !== lastId) setLastId(pipeline.id);
  return {
    pipelines: all,
    error: pipelines.error,
    refetch: pipelines.refetch,
    pipeline,
    /** Which board is shown; it is read together with the names of the pipelines. */
    boardId: namedId ?? 'default',
    cardId,
    query: search && `?${search}`,
  };
}
