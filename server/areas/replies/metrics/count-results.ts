import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { toCents } from '../../../platform/text/money.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { appointmentCreated, conversationEscalated, conversationResolved, orderCreated } from '../../events.ts';
import { resetReplyState } from '../turns/states.store.ts';
import { countFor } from './counters.store.ts';

/** Counts sales, appointments and handoffs per agent. */
export const countResults: Subscriber = {
  name: 'reply results',
  async handle(events, { db }) {
    for (const event of events) {
      if (conversationResolved.is(event)) await resetReplyState(db, event.workspaceId, event.data.id);
      const result = readResult(event);
      const workspace = result && (await findWorkspace(db, event.workspaceId));
      if (!workspace) continue;
      const work = { db, workspace, now: event.occurredAt };
      for (const [kind, by] of result.counts) countFor(work, result.agentId, kind, by);
    }
  },
};

interface AgentResult {
  agentId: string;
  counts: [kind: string, by: number][];
}

function readResult(event: EventRecord): AgentResult | null {
  if (orderCreated.is(event) && event.data.source === 'BOT') {
    const { aiAgentId, total } = event.data;
    return {
      agentId: aiAgentId,
      counts: [
        ['sale', 1],
        ['sale_cents', toCents(total)],
      ],
    };
  }
  if (appointmentCreated.is(event) && event.data.source === 'BOT') {
    return { agentId: event.data.aiAgentId, counts: [['appointment', 1]] };
  }
  // A conversation that never had an agent counts for none.
  if (conversationEscalated.is(event) && event.data.aiAgentId) {
    const kind = `handoff.${(event.data.handoffType ?? 'other').toLowerCase()}`;
    return { agentId: event.data.aiAgentId, counts: [[kind, 1]] };
  }
  return null;
}
