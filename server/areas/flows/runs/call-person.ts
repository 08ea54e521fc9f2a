import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  type ConversationRow,
  changeStatus,
  findConversation,
  languageOf,
  type MessageRow,
  storeOutgoing,
  waitForPerson,
} from '../../inbox/index.ts';
import { stepWords } from '../steps/words.ts';
import type { Reason } from './run.ts';
import type { RunRow } from './runs.store.ts';

type Stored = Awaited<ReturnType<typeof storeOutgoing>>;

/**
 * Hands the conversation of a failed run to a person if its customer began the run or waits for an answer, at least until
 * `refused`, the flow's message that was not sent, or if a message to her was too long. Returns the stored message that
 * informs the customer; null if nothing can be sent, or if the customer does not wait.
 */
export async function callPerson(
  platform: Platform,
  work: Work,
  row: RunRow,
  reason: Reason | null,
  refused: MessageRow | null = null,
): Promise<Stored | null> {
  if (row.conversation_id === null) return null;
  const before = await findConversation(work.db, work.workspace.id, row.conversation_id);
  if (before?.status !== 'ACTIVE') return null;
  const since = before.unanswered_since ?? waitedUntil(refused);
  const waits = since !== null || row.trigger_key.startsWith('message:');
  if (!waits && reason?.code !== 'too_long') return null;
  const stored = waits ? await storeWords(platform, work, before, row) : null;
  const conversation = (await findConversation(work.db, work.workspace.id, before.id)) ?? before;
  // Keeps the unread count from before the flow's last message.
  await changeStatus(work, conversation, 'HANDED_OFF', {
    handoff_type: 'FLOW_FAILED',
    waiting_since: conversation.waiting_since ?? since ?? work.now,
    unread_count: before.unread_count,
  });
  return stored;
}

/** Since when (UTC text) the customer had waited for an answer when the message was stored; null if she did not. */
function waitedUntil(message: MessageRow | null): string | null {
  const ended: { unanswered_since?: string } = JSON.parse(message?.ended_wait ?? '{}');
  return ended.unanswered_since ?? null;
}

/** Makes the customer of a stopped run wait for a person if she waits for an answer. */
export async function leaveToPerson(work: Work, { conversation_id: id }: RunRow): Promise<void> {
  const conversation = id === null ? null : await findConversation(work.db, work.workspace.id, id);
  if (conversation?.status !== 'ACTIVE' || conversation.unanswered_since === null) return;
  await waitForPerson(work, conversation, conversation.unanswered_since);
}

/** Calls the person even if the channel, its window or a quota accepts no message. */
async function storeWords(
  platform: Platform,
  work: Work,
  conversation: ConversationRow,
  { id }: RunRow,
): Promise<Stored | null> {
  const content = stepWords[languageOf(work.db, work.workspace, conversation)].failed;
  const sending = { author: 'FLOW' as const, draft: { content }, idempotencyKey: `flow:${id}:failed` };
  try {
    return await storeOutgoing(platform, work, conversation, sending, null);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
