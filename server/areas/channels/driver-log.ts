import type { Db } from '../../platform/database/database.ts';
import type { Provided } from '../../platform/wiring.ts';

/**
 * The queries of channels, drivers and templates about messages, which belong to a higher area. Message ids are the
 * vendor's unless stated otherwise.
 */
export interface DriverLog {
  /** How many messages of the channel are PENDING. */
  countPending(db: Db, channelId: string): number;
  hasConversations(db: Db, channelId: string): boolean;
  /** The channel of a message, by our own id. */
  findChannelId(db: Db, workspaceId: string, messageId: string): string | null;
  findByProviderId(
    db: Db,
    channelId: string,
    messageId: string,
  ): Promise<{ isOurs: boolean; text: string; agentName: string | null } | null>;
  /** The customer's messages since our last one before the given message of ours, newest first, at most 30. */
  listAnswered(db: Db, channelId: string, messageId: string): Promise<string[]>;
  /** Messages sent after `after` and until `until` (UTC) that have no receipt. */
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

/** Throws if no area provides the log. */
export function driverLogOf(provided: Provided): DriverLog {
  const [log] = provided('driverLog');
  if (!log) throw new Error('No area provides the log of messages that channels need');
  return log;
}
