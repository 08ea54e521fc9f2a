import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Query } from '../../../api/operations.ts';
import { keyOf } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import type { Stage } from '../types.ts';

export type Filter = Pick<Query<'viewPipeline'>, 'search' | 'unread' | 'source'>;

const firstCards = 50;
const pageSize = 100;
/** Cards of a column that a refresh reads again; those below are as fresh as when they were loaded. */
const mostRefreshed = 500;

const keyOfBoard = (id: string, filter: Filter) => [
  ...keyOf('viewPipeline', { path: { id }, query: filter }),
  'scrolled',
];

/** The stages of a pipeline, or of the default one, with the cards loaded so far. */
export function useBoardData(pipelineId: string | 'default', filter: Filter) {
  const client = useQueryClient();
  const [defaultId, setDefaultId] = useState('default');
  const id = pipelineId === 'default' ? defaultId : pipelineId;
  const key = useMemo(() => keyOfBoard(id, filter), [id, filter]);
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const present = client.getQueryData<Stage[]>(key) ?? [];
      const loaded = Math.max(firstCards, ...present.map(({ cards }) => cards.length));
      const shown = Math.min(mostRefreshed, loaded);
      const board = await call('viewPipeline', { path: { id }, query: { ...filter, shown } });
      const stages = layOver(present, board.stages);
      // From now on the default pipeline is asked for by its id, as when it is opened by its name.
      if (id === 'default') {
        client.setQueryData(keyOfBoard(board.pipelineId, filter), stages);
        setDefaultId(board.pipelineId);
      }
      return stages;
    },
    placeholderData: keepPreviousData,
  });
  const loading = useRef(new Set<string>());
  const loadMore = useCallback(
    async (stageId: string) => {
      if (loading.current.has(stageId)) return;
      loading.current.add(stageId);
      const stage = client.getQueryData<Stage[]>(key)?.find(({ id }) => id === stageId);
      const page = { ...filter, offset: stage?.cards.length ?? 0, limit: pageSize };
      try {
        const { data } = await call('listPipelineCards', { path: { id: stageId }, query: page });
        client.setQueryData<Stage[]>(key, (stages) =>
          stages?.map((one) => (one.id === stageId ? append(one, data) : one)),
        );
      } catch (error) {
        notifyFailure(error as Error);
      } finally {
        loading.current.delete(stageId);
      }
    },
    [client, key, filter],
  );
  return { ...query, loadMore };
}

/** Keeps the cards below those that were read again, unless they are elsewhere by now. */
function layOver(present: Stage[], fresh: Stage[]): Stage[] {
  const read = new Set(fresh.flatMap(({ cards }) => cards.map(({ id }) => id)));
  return fresh.map((stage) => {
    const last = stage.cards.at(-1);
    const before = present.find(({ id }) => id === stage.id);
    if (!before || !last || !stage.hasMore) return stage;
    const rest = before.cards.filter(({ id, orderKey }) => orderKey > last.orderKey && !read.has(id));
    return append(stage, rest);
  });
}

function append(stage: Stage, more: Stage['cards']): Stage {
  const known = new Set(stage.cards.map(({ id }) => id));
  const cards = [...stage.cards, ...more.filter(({ id }) => !known.has(id))];
  // A page without a new card ends the column, even if its count says otherwise.
  return { ...stage, cards, hasMore: cards.length > stage.cards.length && cards.length < stage.count };
}
