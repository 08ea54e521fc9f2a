import type { Db } from '../../platform/database/database.ts';
import type { Provided } from '../../platform/wiring.ts';

/**
 * What channels, their drivers and templates ask of the conversations, which stand above them. Ids of messages are the
 * provider's unless said otherwise.
 */
export interface DriverLog {
  /** How many messages of the channel wait to be sent. */
  countPending(db: Db, channelId: string): number;
  hasConversations(db: Db, channelId: string): boolean;
  /** The channel of a message of ours, by our own id. */
  findChannelId(db: Db, workspaceId: string, messageId: string): string | null;
  findByProviderId(db: Db, channelId: string, messageId: string): Promise<{ isOurs: boolean; text: string } | null>;
  /** The customer's messages since our last one before the given message of ours, newest first, at most 30. */
  listAnswered(db: Db, channelId: string, messageId: string): Promise<string[]>;
  /** What was sent in a span of time (UTC) and has no receipt. */
  listUnreceipted(
    db: Db,
    channel: { id: string; workspaceId: string },
    span: { after: string; until: string; limit: number },
  ): Promise<string[]>;
}

declare module '../../platform/wiring.ts' {
  interface Extensions {
    driverLog: DriverLog;
  }
}

/** Throws where no area provides the log. */
export function driverLogOf(provided: Provided): DriverLog {
  const [log] = provided('driverLog');
  if (!log) throw new Error('No area provides the log of messages that channels need');
  return log;
}
