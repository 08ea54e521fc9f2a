import type { Platform } from '../../platform/platform.ts';
import type { ChannelHost, ConversationEvent } from '../channels/index.ts';
import type { Handlers } from './ipc.ts';
import type { ConnectionChange, Outcome, serverCalls } from './protocol.ts';
import { findSending, keepAuth, keepSending, settleSending } from './store.ts';
import type { UnreadArrivals } from './unread-arrivals.ts';

/** The server's handlers for the client process of one channel. Each resolves after its commit. */
export function handleClientCalls(
  platform: Platform,
  host: ChannelHost,
  arrivals: UnreadArrivals,
  onChange: (change: ConnectionChange) => void,
): Handlers<typeof serverCalls> {
  const channelId = host.channel.id;
  return {
    keep: async (entries) => {
      await platform.write(({ db }) => keepAuth(db, platform.secrets, channelId, entries));
      return null;
    },
    journal: async (entry) => {
      await arrivals.note(entry);
      return null;
    },
    receive: async ({ events, done }) => {
      await host.report(events);
      await arrivals.settle(done);
      return null;
    },
    sending: async ({ messageId, content }) => {
      await platform.write(({ db, now }) => keepSending(db, channelId, messageId, content, now));
      return null;
    },
    settled: async ({ messageId, outcome, isLate }) => {
      const state = outcome.kind === 'accepted' ? 'TAKEN' : 'REFUSED';
      await platform.write(({ db }) => settleSending(db, channelId, messageId, state));
      const at = platform.clock.now().toISOString();
      if (isLate) await host.report([toStatus(messageId, outcome, at)]);
      return null;
    },
    recall: async ({ messageId }) => (await findSending(platform.database.read, channelId, messageId))?.content ?? null,
    connection: async (change) => {
      onChange(change);
      return null;
    },
  };
}

/** An outcome for which no sender waits any more, as a receipt. */
function toStatus(messageId: string, outcome: Outcome, at: string): ConversationEvent {
  const status = outcome.kind === 'accepted' ? 'SENT' : 'FAILED';
  const error = outcome.kind === 'rejected' ? { code: outcome.reason, message: outcome.detail } : null;
  const providerEventId = `${messageId}:${status}`;
  return { kind: 'status', providerEventId, providerMessageId: messageId, status, error, at };
}
