import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { toCents } from '../../../platform/text/money.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import type { Subscriber } from '../../../platform/work/outbox.ts';
import { forgetTalk } from '../turns/states.store.ts';
import { countFor } from './counters.store.ts';

/** Counts what became of the agents' talks: sales, appointments, and who was called. */
export const countResults: Subscriber = {
  name: 'reply results',
  async handle(events, { db }) {
    for (const event of events) {
      if (event.type === 'conversation.resolved') await forgetTalk(db, event.workspaceId, String(event.data.id));
      const counted = toCounts(event);
      if (counted.length === 0) continue;
      const workspace = await findWorkspace(db, event.workspaceId);
      if (!workspace) continue;
      const agentId = String(event.data.aiAgentId);
      const work = { db, workspace, now: event.occurredAt };
      for (const [kind, by] of counted) countFor(work, agentId, kind, by);
    }
  },
};

function toCounts({ type, data }: EventRecord): [kind: string, by: number][] {
  if (type === 'order.created' && data.source === 'BOT') {
    return [
      ['sale', 1],
      ['sale_cents', toCents(Number(data.total))],
    ];
  }
  if (type === 'appointment.created' && data.source === 'BOT') return [['appointment', 1]];
  // A conversation that never had an agent says nothing about one.
  if (type === 'conversation.escalated' && data.aiAgentId) {
    return [[`handoff.${String(data.handoffType ?? 'other').toLowerCase()}`, 1]];
  }
  return [];
}
