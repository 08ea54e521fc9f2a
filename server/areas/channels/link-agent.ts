import { updateRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Channel } from './schemas.ts';
import { toChannel, updateChannel } from './store.ts';

/** Sets or removes the agent of a channel; existing conversations keep theirs. */
export async function linkAgent(work: Work, channel: Channel, agentId: string | null): Promise<Channel> {
  if (channel.aiAgentId === agentId) return channel;
  const changes = { ai_agent_id: agentId };
  return toChannel(await updateChannel(work.db, work.workspace.id, channel.id, changes, work.now));
}

/** Moves all channels of an agent to another one, or to none. */
export const relinkChannels = ({ db, workspace, now }: Work, from: string, to: string | null): Promise<void> =>
  updateRows(db, 'channels', workspace.id, { ai_agent_id: from }, { ai_agent_id: to, updated_at: now });
