import type { Db } from '../../../platform/database/database.ts';
import { readCounters } from './counters.store.ts';

/** What the agents did on one day. */
export interface AgentDay {
  /** Conversations in which they replied. */
  conversations: number;
  /** How many of these were handed to a person. */
  handedOver: number;
}

/** What all agents did on each day since one (YYYY-MM-DD), from counters. */
export async function readAgentDays(db: Db, workspaceId: string, from: string): Promise<Map<string, AgentDay>> {
  const days = new Map<string, AgentDay>();
  for (const { day, kind, count } of await readCounters(db, workspaceId, from, null)) {
    const { conversations, handedOver } = days.get(day) ?? { conversations: 0, handedOver: 0 };
    if (kind === 'conversation') days.set(day, { conversations: conversations + count, handedOver });
    if (kind.startsWith('handoff.')) days.set(day, { conversations, handedOver: handedOver + count });
  }
  return days;
}
