import './pipeline.css';
import './words.ts';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';
import { useCreating } from '../../components/page/use-creating.ts';
import { useCollapsedNav } from '../../nav/use-collapsed-nav.ts';
import { useIsOwner } from '../../session.ts';
import { type Filter, useBoardData } from './board/board-data.ts';
import { BoardKeys } from './board/board-keys.tsx';
import { BoardSkeleton } from './board/board-skeleton.tsx';
import { PipelineBoard } from './board/pipeline-board.tsx';
import { CardDrawer } from './card/card-drawer.tsx';
import { type NewCard, NewCardDialog } from './card/new-card.tsx';
import { Report } from './report/report.tsx';
import { Toolbar } from './toolbar.tsx';
import { type Pipeline, sources } from './types.ts';
import { useCardActions } from './use-card-actions.ts';
import { usePlace } from './use-place.ts';

/** The sales board: a pipeline's cards by stage, one of them beside it, and the report. */
export default function PipelineScreen() {
  const place = usePlace();
  const filter = useFilter();
  const board = useBoardData(place.boardId, filter);
  if (place.error) return <Failure error={place.error} onRetry={place.refetch} />;
  if (!place.pipeline) return <BoardSkeleton />;
  return <PipelinePage {...place} pipeline={place.pipeline} board={board} />;
}

interface PageProps {
  pipelines: Pipeline[];
  pipeline: Pipeline;
  board: ReturnType<typeof useBoardData>;
  cardId: string | null;
  /** Query of the address with its `?`. */
  query: string;
}

function PipelinePage({ pipelines, pipeline, board, cardId, query }: PageProps) {
  const { t } = useTranslation('pipeline');
  const [, navigate] = useLocation();
  const canEdit = useIsOwner();
  const [search] = useSearchParams();
  const stages = board.data ?? noStages;
  const actions = useCardActions(stages);
  const [draft, setDraft] = useState<NewCard | null>(null);
  const isReport = search.has('report');
  const isNarrow = useMediaQuery('(max-width: 1500px)', window.innerWidth <= 1500);
  useCollapsedNav(cardId !== null && isNarrow);
  const close = () => navigate(`/pipeline/${pipeline.id}${query}`);
  const firstId = stages[0]?.id ?? '';
  const start = useCallback((stageId: string) => setDraft({ pipelineId: pipeline.id, stageId }), [pipeline.id]);
  const [isHelpOpen, help] = useDisclosure(false);
  useHotkeys([
    ['n', () => start(firstId)],
    ['?', help.open],
  ]);
  const [isAsked, setIsAsked] = useCreating();
  if (isAsked && firstId !== '') {
    setIsAsked(false);
    start(firstId);
  }
  return (
    <div className="pl" data-open={cardId !== null || undefined}>
      <div className="pl-main">
        <Toolbar
          pipelines={pipelines}
          pipeline={pipeline}
          isReport={isReport}
          canEdit={canEdit}
          onNew={() => start(firstId)}
        />
        {isReport ? (
          <Report pipelineId={pipeline.id} />
        ) : (
          <div className="pl-board" data-stale={board.isPlaceholderData || undefined}>
            {board.error && !board.data && <Failure error={board.error} onRetry={board.refetch} />}
            {board.isPending && <Loading />}
            {stages.length > 0 && (
              <PipelineBoard
                label={t('board', { name: pipeline.name })}
                stages={stages}
                openId={cardId}
                query={query}
                actions={actions}
                canEdit={canEdit}
                loadMore={board.loadMore}
                onNew={start}
              />
            )}
          </div>
        )}
      </div>
      {cardId !== null && <CardDrawer key={cardId} id={cardId} stages={stages} actions={actions} onClose={close} />}
      <BoardKeys opened={isHelpOpen} onClose={help.close} />
      <NewCardDialog draft={draft} stages={stages} onClose={() => setDraft(null)} />
    </div>
  );
}

const noStages: never[] = [];

/** The filter in the address. */
function useFilter(): Filter {
  const [search] = useSearchParams();
  const text = search.get('search') ?? '';
  const isUnread = search.has('unread');
  const source = sources.find((one) => one === search.get('source'));
  return useMemo(
    () => ({ ...(text && { search: text }), ...(isUnread && { unread: true }), ...(source && { source }) }),
    [text, isUnread, source],
  );
}
