import type { Work } from '../../platform/work.ts';
import type { Channel } from './schemas.ts';
import { toChannel, updateChannel } from './store.ts';

/** Sets the one agent of a channel, or takes it away; conversations that are open keep theirs. */
export async function linkAgent(work: Work, channel: Channel, agentId: string | null): Promise<Channel> {
  if (channel.aiAgentId === agentId) return channel;
  const changes = { ai_agent_id: agentId };
  return toChannel(await updateChannel(work.db, work.workspace.id, channel.id, changes, work.now));
}
