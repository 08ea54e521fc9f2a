import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import {
  channelConnected,
  conversationStatusChanged,
  messageReceived,
  messageSent,
  messageStatus,
} from '../../events.ts';
import { type ConversationRow, findConversation, findLatestConversationId, takesEvent } from '../../inbox/index.ts';
import { presentContactId } from '../../people/index.ts';
import { claimMessage, correctAnswer } from '../runs/claim-message.ts';
import type { WorkspaceTx } from '../runs/count-flow.ts';
import { findOpenRun, findRunById, findRunOfMessage, hasOpenRuns } from '../runs/runs.store.ts';
import { endRun, startOrQueue } from '../runs/start-run.ts';
import { compareValues } from '../steps/compare-values.ts';
import { type FlowRow, flowsOn, hasFlowsOn, triggerOf } from '../store.ts';

const longestValue = 500;

/** Starts flows, passes answers to runs, and ends runs whose conversation a person has taken over. */
export const watchEvents: Subscriber = {
  name: 'flows',
  isIdle: (db) => !hasFlowsOn(db) && !hasOpenRuns(db),
  reachesCustomers: true,
  async handle(events, { db, now, platform }) {
    for (const event of events) {
      await followTalk(platform, db, now, event);
      if (event.isHeld || isWordless(event)) continue;
      const flows = flowsOn(db, event.workspaceId, 'event').filter(({ trigger_event: kind, trigger, steps }) =>
        takesEvent(event, { kind: kind ?? '', text: trigger + steps }),
      );
      if (flows.length > 0) await startFlows(db, now, event, flows);
    }
  },
};

/** Returns true for the arrival of a notice, or of a message that was taken back before. */
const isWordless = (event: EventRecord): boolean =>
  messageReceived.is(event) && (event.data.notice !== null || event.data.deletedAt !== null);

async function followTalk(platform: Platform, db: Db, now: string, event: EventRecord): Promise<void> {
  if (messageReceived.is(event)) {
    await claimMessage(db, event.workspaceId, event.data.conversationId, event.data.id);
    platform.services.intentMatcher.wake();
  } else if (messageStatus.is(event) && event.data.author === 'FLOW') {
    const runId = findRunOfMessage(db, event.data.id);
    if (runId !== null) platform.services.flowEngine.poke(runId);
  } else if (messageStatus.is(event) && event.data.direction === 'INBOUND') {
    correctAnswer(db, now, event);
  } else if (messageSent.is(event) && event.data.author === 'HUMAN') {
    await interrupt(db, now, event, event.data.conversationId, 'human_reply', 'A person has replied');
  } else if (channelConnected.is(event)) {
    platform.services.flowEngine.refresh();
  } else if (conversationStatusChanged.is(event) && event.data.status === 'HANDED_OFF') {
    await interrupt(db, now, event, event.data.id, 'handed_off', 'The conversation was handed off to a person');
  }
}

async function interrupt(
  db: Db,
  now: string,
  { workspaceId, actorId }: EventRecord,
  conversationId: string,
  code: string,
  message: string,
): Promise<void> {
  const run = findOpenRun(db, workspaceId, conversationId);
  const workspace = run && run.id !== actorId && (await findWorkspace(db, workspaceId));
  if (workspace) await endRun({ db, now, workspace }, run, 'INTERRUPTED', { code, message });
}

/** Starts the flows whose agent and conditions match the event. */
async function startFlows(db: Db, now: string, event: EventRecord, flows: FlowRow[]): Promise<void> {
  const workspace = await findWorkspace(db, event.workspaceId);
  if (!workspace) return;
  const tx: WorkspaceTx = { db, now, workspace };
  const conversation = await findConversationOf(tx, event);
  const ownAgent = event.data.aiAgentId ?? conversation?.ai_agent_id ?? null;
  const cause = event.source === 'FLOW' && event.actorId !== null ? findRunById(db, event.actorId) : null;
  for (const flow of flows) {
    if ((ownAgent !== null && ownAgent !== flow.ai_agent_id) || !meets(flow, event)) continue;
    await startOrQueue(tx, flow, {
      conversationId: conversation?.id ?? null,
      triggerKey: `event:${event.id}`,
      variables: toVariables(event.data),
      depth: (cause?.depth ?? 0) + 1,
    });
  }
}

/** The conversation that the event names, else the latest one with its contact; null if neither exists. */
async function findConversationOf(
  { db, workspace }: WorkspaceTx,
  { type, data }: EventRecord,
): Promise<ConversationRow | null> {
  const named = type.startsWith('conversation.') ? data.id : data.conversationId;
  if (typeof named === 'string') return findConversation(db, workspace.id, named);
  if (typeof data.contactId !== 'string') return null;
  const latestId = findLatestConversationId(db, workspace.id, presentContactId(db, workspace.id, data.contactId));
  return latestId === null ? null : findConversation(db, workspace.id, latestId);
}

function meets(flow: FlowRow, event: EventRecord): boolean {
  const trigger = triggerOf(flow);
  if (trigger.type !== 'event') return false;
  return trigger.conditions.every(({ field, operator, value }) =>
    compareValues(readPath(event, field), operator, value ?? ''),
  );
}

function readPath(event: EventRecord, path: string): string {
  const [root = '', ...rest] = path.split('.');
  let found: unknown = root === 'data' ? event.data : event.previous;
  for (const key of rest) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return '';
    found = (found as Record<string, unknown>)[key];
  }
  return toText(found);
}

const toText = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value).slice(0, longestValue);

/** The plain fields of an event as variables: `{{event.status}}`, and one level deep `{{event.contact_name}}`. */
function toVariables(data: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, nested]) => [`event.${key}_${inner}`, toText(nested)] as const)
      : [[`event.${key}`, toText(value)] as const],
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
