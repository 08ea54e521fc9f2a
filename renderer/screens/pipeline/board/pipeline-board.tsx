import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Board, type BoardColumn } from '../../../components/board/board.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { NewStage } from '../stages/new-stage.tsx';
import { StageActions } from '../stages/stage-actions.tsx';
import { StageTitle } from '../stages/stage-title.tsx';
import type { Card, CardMove, Stage } from '../types.ts';
import type { useCardActions } from '../use-card-actions.ts';
import { CardContent } from './card-content.tsx';

interface PipelineBoardProps {
  label: string;
  stages: Stage[];
  openId: string | null;
  /** Query of the address, kept by links to cards. */
  query: string;
  actions: ReturnType<typeof useCardActions>;
  canEdit: boolean;
  loadMore(stageId: string): void;
  onNew(stageId: string): void;
}

const idOf = ({ id }: Card) => id;
const nameOf = ({ title }: Card) => title;
const amountOf = ({ value }: Card) => value ?? 0;
const render = (card: Card) => <CardContent card={card} />;

const columns = new WeakMap<Stage, BoardColumn<Card>>();

/** The same column for the same stage, so that only what has changed renders. */
function columnOf(stage: Stage): BoardColumn<Card> {
  const column = columns.get(stage) ?? { ...stage, title: stage.name, sum: stage.total };
  columns.set(stage, column);
  return column;
}

/** The cards of a pipeline by stage. */
export function PipelineBoard({ label, stages, openId, query, actions, canEdit, loadMore, onNew }: PipelineBoardProps) {
  const { money } = useFormats();
  const { currency } = useConsole();
  const hrefOf = useCallback((card: Card) => `/pipeline/${card.id}${query}`, [query]);
  const formatSum = useCallback((sum: number) => money(sum, currency), [money, currency]);
  const won = stages.find(({ isWon }) => isWon);
  const lost = stages.find(({ isLost }) => isLost);
  const keys = useMemo(
    () => ({
      ...(won && { w: (_: Card, moveTo: (id: string) => void) => moveTo(won.id) }),
      ...(lost && { l: (_: Card, moveTo: (id: string) => void) => moveTo(lost.id) }),
    }),
    [won, lost],
  );
  const stageOf = useCallback((column: BoardColumn<Card>) => stages.find(({ id }) => id === column.id), [stages]);
  const columnTitle = useCallback(
    (column: BoardColumn<Card>): ReactNode => {
      const stage = stageOf(column);
      return stage && canEdit ? <StageTitle stage={stage} /> : null;
    },
    [stageOf, canEdit],
  );
  const columnActions = useCallback(
    (column: BoardColumn<Card>) => {
      const stage = stageOf(column);
      return stage && <StageActions stage={stage} stages={stages} canEdit={canEdit} onNew={() => onNew(stage.id)} />;
    },
    [stageOf, stages, canEdit, onNew],
  );
  return (
    <Board
      label={label}
      columns={stages.map(columnOf)}
      idOf={idOf}
      nameOf={nameOf}
      amountOf={amountOf}
      hrefOf={hrefOf}
      render={render}
      openId={openId}
      isOrdered
      keys={keys}
      onMove={(move: CardMove) => actions.move(move.card, move)}
      loadMore={loadMore}
      columnTitle={columnTitle}
      columnActions={columnActions}
      formatSum={formatSum}
      after={canEdit && stages[0] && <NewStage pipelineId={stages[0].pipelineId} count={stages.length} />}
    />
  );
}
