import { useCallback, useMemo } from 'react';
import { Board, type BoardColumn } from '../../../components/board/board.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { NewStage } from '../stages/new-stage.tsx';
import { StageActions, StagesContext } from '../stages/stage-actions.tsx';
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

const columnOfStage = new WeakMap<Stage, StageColumn>();

/** The board copies a column when cards move, with all that is in it. */
type StageColumn = Stage & BoardColumn<Card>;
const stageOf = (column: BoardColumn<Card>): Stage => column as StageColumn;

/** The same column for the same stage, so that only what has changed renders. */
function columnOf(stage: Stage): StageColumn {
  const column = columnOfStage.get(stage) ?? { ...stage, title: stage.name, sum: stage.total };
  columnOfStage.set(stage, column);
  return column;
}

/** The cards of a pipeline by stage. */
export function PipelineBoard({ label, stages, openId, query, actions, canEdit, loadMore, onNew }: PipelineBoardProps) {
  const { money } = useFormats();
  const { currency } = useConsole();
  const hrefOf = useCallback((card: Card) => `/pipeline/${card.id}${query}`, [query]);
  const formatSum = useCallback((sum: number) => money(sum, currency), [money, currency]);
  const columns = useMemo(() => stages.map(columnOf), [stages]);
  const won = stages.find(({ isWon }) => isWon);
  const lost = stages.find(({ isLost }) => isLost);
  const keys = useMemo(
    () => ({
      ...(won && { w: (_: Card, moveTo: (id: string) => void) => moveTo(won.id) }),
      ...(lost && { l: (_: Card, moveTo: (id: string) => void) => moveTo(lost.id) }),
    }),
    [won, lost],
  );
  const columnTitle = useCallback(
    (column: BoardColumn<Card>) => (canEdit ? <StageTitle stage={stageOf(column)} /> : null),
    [canEdit],
  );
  const columnActions = useCallback(
    (column: BoardColumn<Card>) => <StageActions stage={stageOf(column)} canEdit={canEdit} onNew={onNew} />,
    [canEdit, onNew],
  );
  return (
    <StagesContext value={stages}>
      <Board
        label={label}
        columns={columns}
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
    </StagesContext>
  );
}
