import { invalid, Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { createCard, findNewestCardId, moveCard } from '../../crm/index.ts';
import { type ConversationRow, nameForCustomer } from '../../inbox/index.ts';
import type { Input } from '../runs/run.ts';
import { readNumber } from './parse-answer.ts';
import type { StepOf } from './step.schemas.ts';

type Config = StepOf<'crm_card'>['config'];

/** Creates a card for the customer of the conversation. */
export async function addCard(work: Work, conversation: ConversationRow, config: Config): Promise<Input> {
  const { contact_id: contactId, id: conversationId } = conversation;
  const contactName = nameForCustomer(conversation);
  const card = await createCard(work, {
    pipelineId: config.pipelineId ?? '',
    stageId: config.stageId,
    title: (config.title ?? '').trim().slice(0, 200) || conversation.contact_phone || contactName || 'Card',
    value: toAmount(config.value, 'value'),
    contactId,
    contactName,
    conversationId,
  });
  return { kind: 'done', variables: { cardId: card.id } };
}

/**
 * Moves the conversation's newest card in the pipeline of the stage to that stage. Throws `not_found` without a card.
 */
export async function moveNewestCard(work: Work, conversation: ConversationRow, { stageId }: Config): Promise<Input> {
  const cardId = await findNewestCardId(work.db, work.workspace.id, conversation.id, stageId);
  if (cardId === null) throw new Problem('not_found', 'The conversation has no card in the pipeline of this stage');
  await moveCard(work, cardId, { toStageId: stageId });
  return { kind: 'done', variables: { cardId } };
}

/** Parses an amount of money; null for an empty text. Throws 400 for any other text. */
export function toAmount(text: string | undefined, field: string): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = readNumber(text.replaceAll(/[^\d.,-]/g, ''));
  if (value === null || value < 0 || value > 9_999_999) throw invalid(field, `"${text}" is not an amount of money`);
  return Math.round(value * 100) / 100;
}
