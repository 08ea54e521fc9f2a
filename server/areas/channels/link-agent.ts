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
export async function relinkChannels(work: Work, agentId: string, otherAgentId: string | null): Promise<void> {
  await work.db
    .updateTable('channels')
    .set({ ai_agent_id: otherAgentId, updated_at: work.now })
    .where('workspace_id', '=', work.workspace.id)
    .where('ai_agent_id', '=', agentId)
    .execute();
}
