import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure, notifyUndo } from '../../components/feedback/notify.ts';
import type { Card, CardMove, Stage } from './types.ts';

type Goal = Pick<CardMove, 'to' | 'above' | 'below'>;

/** One neighbour is enough, and two could have been parted meanwhile. */
function toBody({ to, above, below }: Goal) {
  if (above) return { toStageId: to, beforeCardId: above.id };
  return { toStageId: to, ...(below ? { afterCardId: below.id } : {}) };
}

/** Where a card is now, as the goal of a move that undoes another one. */
function placeOf({ id, stageId }: Card, stages: Stage[]): Goal {
  const cards = stages.find((stage) => stage.id === stageId)?.cards ?? [];
  const index = cards.findIndex((card) => card.id === id);
  const above = index < 0 ? undefined : cards[index - 1];
  const below = index < 0 ? undefined : cards[index + 1];
  return { to: stageId, above: above ?? null, below: below ?? null };
}

/** Moves cards; a win or a loss can be undone. */
export function useCardActions(stages: Stage[]) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  return useMemo(() => {
    /** Resolves when the board that is shown contains the move. */
    const move = async (card: Card, goal: Goal) => {
      const before = placeOf(card, stages);
      const { title: name } = card;
      await call('moveCrmCard', { path: { id: card.id }, body: toBody(goal) });
      await invalidate(client, reads.cards);
      const to = stages.find(({ id }) => id === goal.to);
      if (goal.to === card.stageId || !(to?.isWon || to?.isLost)) return;
      notifyUndo(t(to.isWon ? 'done.won' : 'done.lost', { name }), async () => {
        await call('moveCrmCard', { path: { id: card.id }, body: toBody(before) });
        await invalidate(client, reads.cards);
      });
    };
    return {
      move,
      /** Moves to the top of a stage; shows a failure. */
      moveToTop: (card: Card, stage: Stage) =>
        move(card, { to: stage.id, above: null, below: stage.cards.find(({ id }) => id !== card.id) ?? null }).catch(
          notifyFailure,
        ),
    };
  }, [client, stages, t]);
}
