import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { confirmOperation } from '../../http/usual-operations.ts';
import { findCard, toCard } from './cards.store.ts';
import { changeCard, commentOnCard, removeCard } from './change-card.ts';
import { confirmableCard } from './confirm-card.ts';
import { createCard } from './create-card.ts';
import { moveCard } from './move-card.ts';
import { Card, CardChanges, CardDraft, CardEvent, CardMove, CommentDraft } from './schemas.ts';

const card = target(Card, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findCard(db, workspace.id, params.id);
  return row && toCard(row);
});

export const cardOperations = {
  createCrmCard: operation({
    method: 'post',
    path: '/api/crm/cards',
    scope: 'crm.cards.write',
    summary: 'Create a card at the end of a stage',
    tx: 'write',
    words: 'once-confirmed',
    body: CardDraft,
    success: 201,
    response: Card,
    errors: ['unknown_reference', 'stage_not_in_pipeline'],
    run: ({ body, ...work }) => createCard(work, body),
  }),

  updateCrmCard: operation({
    method: 'patch',
    path: '/api/crm/cards/{id}',
    scope: 'crm.cards.write',
    summary: 'Change a card',
    description: 'A request without changes emits no event.',
    tx: 'write',
    target: card,
    words: 'once-confirmed',
    body: CardChanges,
    success: 200,
    response: Card,
    run: ({ params, body, ...work }) => changeCard(work, params.id, body),
  }),

  deleteCrmCard: operation({
    method: 'delete',
    path: '/api/crm/cards/{id}',
    scope: 'crm.cards.write',
    summary: 'Delete a card; its events stay in the timeline',
    tx: 'write',
    target: card,
    words: 'never',
    success: 204,
    response: null,
    run: ({ params, ...work }) => removeCard(work, params.id),
  }),

  commentOnCrmCard: operation({
    method: 'post',
    path: '/api/crm/cards/{id}/comments',
    scope: 'crm.cards.write',
    summary: 'Comment on a card',
    description:
      "Returns the comment's event of the timeline. `commentCount` changes, so `crm.card.updated` is emitted.",
    tx: 'write',
    target: card,
    words: 'once-confirmed',
    body: CommentDraft,
    success: 201,
    response: CardEvent,
    run: ({ params, body, ...work }) => commentOnCard(work, params.id, body.body),
  }),

  moveCrmCard: operation({
    method: 'post',
    path: '/api/crm/cards/{id}/move',
    scope: 'crm.cards.write',
    summary: 'Move a card to another stage, or within its stage',
    description:
      'Give both neighbours, one or none; with none the card moves to the end of the stage. Neighbours must be cards of ' +
      'the target stage and, if both are given, adjacent. A card cannot leave its pipeline.',
    tx: 'write',
    target: card,
    words: 'once-confirmed',
    body: CardMove,
    success: 200,
    response: Card,
    errors: ['unknown_reference', 'move_between_pipelines', 'not_neighbours'],
    run: ({ params, body, ...work }) => moveCard(work, params.id, body),
  }),

  confirmCrmCardEntry: confirmOperation({
    path: '/api/crm/cards/{id}/confirm-entry',
    scope: 'crm.cards.write',
    summary: 'Confirm an assistant’s entries in a card',
    target: card,
    kind: confirmableCard,
  }),
} satisfies Operations;
