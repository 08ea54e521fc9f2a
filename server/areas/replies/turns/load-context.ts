import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hourMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Agent, findAgent, listCatalogItems, toCatalogItem } from '../../agents/index.ts';
import { findChannel } from '../../channels/index.ts';
import { type ConversationRow, findConversation, listMessages } from '../../inbox/index.ts';
import type { ReplyContext } from '../reply.ts';
import { countReplies } from '../traces.store.ts';
import { readState } from './states.store.ts';

const linesOfHistory = 20;

/**
 * The agent that answers a conversation now: the conversation's own while it is PUBLISHED, else that of its channel.
 * A channel without an agent is answered by none, and neither is a conversation that is not ACTIVE.
 */
export async function findSpeaker(db: Db, conversation: ConversationRow): Promise<Agent | null> {
  if (conversation.status !== 'ACTIVE') return null;
  const { workspace_id: workspaceId, ai_agent_id: ownId } = conversation;
  const channel = await findChannel(db, workspaceId, conversation.channel_id);
  if (!channel?.ai_agent_id) return null;
  for (const id of new Set([ownId ?? channel.ai_agent_id, channel.ai_agent_id])) {
    const agent = await findAgent(db, workspaceId, id);
    if (agent?.status === 'PUBLISHED') return agent;
  }
  return null;
}

/**
 * All that the agent needs to answer a text in a conversation; null when no agent answers there. `before` is the place
 * of the first message that is answered: the history ends before it; without it before what `text` repeats.
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
  const agent = workspace && conversation && (await findSpeaker(db, conversation));
  if (!agent) return null;
  const now = platform.clock.now();
  const state = readState(db, workspaceId, conversationId);
  const page = { limit: linesOfHistory, ...(before === undefined ? {} : { before }) };
  const past = (await listMessages(db, workspaceId, conversationId, page)).reverse();
  // What is answered now is no history.
  while (past.at(-1)?.author === 'CONTACT' && text.includes(past.at(-1)?.content ?? '')) past.pop();
  return {
    workspace,
    agent,
    items: (await listCatalogItems(db, workspaceId, agent.id)).map(toCatalogItem),
    contact: { name: conversation.contact_name, phone: conversation.contact_phone },
    history: past.map((row) => ({ author: row.author, text: row.content ?? '', at: row.created_at })),
    text,
    isFirstReply: state.has_greeted === 0,
    missesInARow: state.misses_in_a_row,
    repliesInLastHour: countReplies(db, conversationId, new Date(now.getTime() - hourMs).toISOString()),
    hasToldClosed: (state.told_closed_until ?? '') > now.toISOString(),
    now: now.toISOString(),
  };
}
