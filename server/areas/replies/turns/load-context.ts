import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hourMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Agent, findPublishedAgent, findSnapshot } from '../../agents/index.ts';
import { findChannel } from '../../channels/index.ts';
import {
  type ConversationRow,
  findConversation,
  listMessages,
  type MessageRow,
  nameForCustomer,
  wordsOf,
} from '../../inbox/index.ts';
import { Proposal } from '../decide/proposals/proposal.schemas.ts';
import type { ReplyContext } from '../reply.ts';
import { countReplies } from '../traces.store.ts';
import { findBooked } from './find-booked.ts';
import { readState } from './states.store.ts';

const linesOfHistory = 20;

/**
 * The agent that replies in a conversation now, as it was published: the conversation's own if it is PUBLISHED, else
 * that of its channel.
 * Null if the channel has no agent or the conversation is not ACTIVE.
 */
export async function findReplyingAgent(db: Db, conversation: ConversationRow): Promise<Agent | null> {
  if (conversation.status !== 'ACTIVE') return null;
  const { workspace_id: workspaceId, ai_agent_id: ownId } = conversation;
  const channel = await findChannel(db, workspaceId, conversation.channel_id);
  if (!channel?.ai_agent_id) return null;
  for (const id of new Set([ownId ?? channel.ai_agent_id, channel.ai_agent_id])) {
    const agent = await findPublishedAgent(db, workspaceId, id);
    if (agent) return agent;
  }
  return null;
}

/**
 * Loads the input of a decision; null if no agent replies in the conversation. `before` is the `seq` of the first
 * message of the turn, where the history ends. Without it the history ends before the messages that `text` contains.
 */
export async function loadReplyContext(
  platform: Platform,
  workspaceId: string,
  conversationId: string,
  { text, before }: { text: string; before?: number },
): Promise<ReplyContext | null> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, workspaceId);
  const conversation = await findConversation(db, workspaceId, conversationId);
  const speaker = workspace && conversation && (await findReplyingAgent(db, conversation));
  // Both are read at once: a publication may come in between.
  const published = speaker && (await findSnapshot(db, workspaceId, speaker.id));
  if (!published) return null;
  const now = platform.clock.now();
  const state = readState(db, workspaceId, conversationId);
  const page = { limit: linesOfHistory, arrivedBefore: before };
  const past = (await listMessages(db, workspaceId, conversationId, page)).reverse();
  // Messages of this turn are not history.
  while (past.at(-1)?.author === 'CONTACT' && text.includes(wordsOf(past.at(-1) as MessageRow) ?? '')) past.pop();
  return {
    workspace,
    agent: published.agent,
    items: published.items,
    contact: { name: nameForCustomer(conversation), phone: conversation.contact_phone },
    booked: await findBooked(db, workspaceId, conversation.contact_id, now.toISOString()),
    history: past.map((row) => ({ author: row.author, text: wordsOf(row) ?? '', at: row.written_at })),
    text,
    isFirstReply: state.has_greeted === 0,
    missesInARow: state.misses_in_a_row,
    repliesInLastHour: countReplies(db, conversationId, new Date(now.getTime() - hourMs).toISOString()),
    hasToldClosed: (state.told_closed_until ?? '') > now.toISOString(),
    proposal: state.proposal === null ? null : (Proposal.safeParse(JSON.parse(state.proposal)).data ?? null),
    now: now.toISOString(),
  };
}
