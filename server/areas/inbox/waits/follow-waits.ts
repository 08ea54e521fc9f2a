import type { Db } from '../../../platform/database/database.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findAgentBrief } from '../../agents/index.ts';
import { conversationStatusChanged, messageReceived, messageSent } from '../events.ts';
import type { Conversation, Message } from '../schemas.ts';
import { findConversation } from '../store.ts';
import { answerWait, dropWait, findOpenWait, moveWaits, openWait, waitKinds } from './waits.store.ts';

/** Follows who waits for an answer, and how long answers take. */
export const followWaits: Subscriber = {
  name: 'waits',
  async handle(events, { db }) {
    for (const event of events) {
      const { workspaceId, occurredAt } = event;
      if (messageReceived.is(event)) await noteReceived(db, workspaceId, event.data.conversationId, occurredAt);
      else if (messageSent.is(event)) await noteSent(db, workspaceId, event.data, occurredAt);
      else if (conversationStatusChanged.is(event)) noteStatus(db, workspaceId, event.data, occurredAt);
    }
  },
};

/** A customer's message opens a wait; for a person if no agent would answer it. */
export async function noteReceived(db: Db, workspaceId: string, conversationId: string, at: string): Promise<void> {
  const conversation = await findConversation(db, workspaceId, conversationId);
  if (!conversation) return;
  const wait = { workspace_id: workspaceId, conversation_id: conversationId, since: at };
  openWait(db, { ...wait, kind: 'ANSWER' });
  const { status, ai_agent_id: agentId } = conversation;
  const agent = agentId === null ? null : findAgentBrief(db, workspaceId, agentId);
  if (status === 'HANDED_OFF' || agent?.status !== 'PUBLISHED') openWait(db, { ...wait, kind: 'PERSON' });
}

/** An answer ends the wait. An agent's ends that for a person only if the conversation was not handed over. */
export async function noteSent(
  db: Db,
  workspaceId: string,
  { author, conversationId }: Pick<Message, 'author' | 'conversationId'>,
  at: string,
): Promise<void> {
  if (author === 'HUMAN') {
    for (const kind of waitKinds) answerWait(db, workspaceId, conversationId, kind, at);
  } else if (author === 'AGENT' || author === 'FLOW') {
    answerWait(db, workspaceId, conversationId, 'ANSWER', at);
    const conversation = await findConversation(db, workspaceId, conversationId);
    if (conversation?.status !== 'HANDED_OFF') dropWait(db, workspaceId, conversationId, 'PERSON');
  }
}

/** A handover opens the wait for a person; whoever resolves a conversation or gives it back to the agent ends it. */
export function noteStatus(
  db: Db,
  workspaceId: string,
  { id, status, handoffType }: Pick<Conversation, 'id' | 'status' | 'handoffType'>,
  at: string,
): void {
  if (status === 'RESOLVED') for (const kind of waitKinds) dropWait(db, workspaceId, id, kind);
  if (status === 'ACTIVE') dropWait(db, workspaceId, id, 'PERSON');
  if (status !== 'HANDED_OFF' || handoffType === 'HUMAN_REPLY') return;
  // A person who takes a conversation over keeps nobody waiting, unless the customer has had no answer.
  const since = handoffType === 'CONSOLE' ? findOpenWait(db, workspaceId, id, 'ANSWER')?.since : at;
  if (since !== undefined) openWait(db, { workspace_id: workspaceId, conversation_id: id, kind: 'PERSON', since });
}

/** Moves the waits when two conversations of one customer are joined. */
export async function joinWaits({ db, workspace }: Work, goneId: string, keptId: string): Promise<void> {
  for (const kind of waitKinds) {
    const open = findOpenWait(db, workspace.id, goneId, kind);
    if (!open) continue;
    dropWait(db, workspace.id, goneId, kind);
    openWait(db, { workspace_id: workspace.id, conversation_id: keptId, kind, since: open.since });
  }
  moveWaits(db, workspace.id, goneId, keptId);
}
