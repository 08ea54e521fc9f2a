import { dayMs } from '../../../server/platform/durations.ts';
import { blocks, idOf, perBlock, toText } from './history.ts';
import type { Shop, Tables } from './tables.ts';

/** A month of three years. */
const messages = Math.ceil((blocks * perBlock.messages) / 36);
const monthMs = 30 * dayMs;
const text = JSON.stringify({ id: idOf('msg', 0), content: 'x'.repeat(400), type: 'TEXT', status: 'RECEIVED' });

type Cells = Parameters<Tables['insert']>[1];

/** Rows that the sweep deletes after so many days. */
interface OldRows {
  table: string;
  /** Column with the time from which the age counts. */
  by: string;
  keptDays: number;
  /** So many messages leave one row. */
  perMessages: number;
  cells(shop: Shop, number: number, at: string): Cells;
}

const stamps = (at: string): Cells => ({ created_at: at, updated_at: at });

/** What a month of messages leaves in the tables that are swept, one webhook included. */
export const oldRows: OldRows[] = [
  {
    table: 'events',
    by: 'occurred_at',
    keptDays: 90,
    perMessages: 1,
    cells: ({ workspaceId }, number, at) => ({
      // Older than the setup of the shop, and than what a subscriber has read.
      seq: number - messages,
      ...{ id: idOf('evt', number), workspace_id: workspaceId, type: 'message.received', source: 'CHANNEL' },
      ...{ occurred_at: at, data: text },
    }),
  },
  {
    table: 'deliveries',
    by: 'created_at',
    keptDays: 30,
    perMessages: 1,
    cells: ({ workspaceId }, number, at) => ({
      ...{ id: idOf('dlv', number), workspace_id: workspaceId, endpoint_id: idOf('wh', 0) },
      ...{ event_id: idOf('evt', number), event_type: 'message.received', payload: text, status: 'DELIVERED' },
      ...{ attempts: 1, last_status: 200, delivered_at: at, ...stamps(at) },
    }),
  },
  {
    // These go with their deliveries.
    table: 'delivery_attempts',
    by: 'at',
    keptDays: 30,
    perMessages: 1,
    cells: ({ workspaceId }, number, at) => ({
      ...{ delivery_id: idOf('dlv', number), number: 1, workspace_id: workspaceId, trigger: 'AUTOMATIC' },
      ...{ at, duration_ms: 20, status: 200 },
    }),
  },
  {
    table: 'provider_events',
    by: 'received_at',
    keptDays: 14,
    perMessages: 1,
    cells: ({ workspaceId, channelId }, number, at) => ({
      ...{ channel_id: channelId, workspace_id: workspaceId, kind: 'message', provider_id: idOf('old', number) },
      ...{ payload: text, state: 'DONE', received_at: at },
    }),
  },
  {
    table: 'reply_turns',
    by: 'created_at',
    keptDays: 8,
    perMessages: 2,
    cells: ({ workspaceId }, number, at) => ({
      ...{ id: idOf('turn', number), workspace_id: workspaceId, conversation_id: idOf('conv', number), state: 'DONE' },
      ...{ first_message_seq: number, last_message_seq: number, first_at: at, due_at: at, ...stamps(at) },
    }),
  },
  {
    table: 'conversation_waits',
    by: 'answered_at',
    keptDays: 32,
    perMessages: 4,
    cells: ({ workspaceId }, _number, at) => ({
      ...{ workspace_id: workspaceId, kind: 'ANSWER', answered_at: at, waited_ms: 60_000 },
    }),
  },
  {
    table: 'flow_decisions',
    by: 'created_at',
    keptDays: 3,
    perMessages: 4,
    cells: ({ workspaceId }, number, at) => ({
      ...{ message_id: idOf('msg', number), workspace_id: workspaceId, taken: 1, created_at: at },
    }),
  },
  {
    table: 'jobs',
    by: 'finished_at',
    keptDays: 7,
    perMessages: 20,
    cells: ({ workspaceId }, number, at) => ({
      ...{ id: idOf('job', number), workspace_id: workspaceId, name: 'bench', input: '{}', status: 'DONE' },
      ...{ run_at: at, finished_at: at, ...stamps(at) },
    }),
  },
  {
    table: 'idempotency_keys',
    by: 'created_at',
    keptDays: 1,
    perMessages: 20,
    cells: ({ workspaceId }, number, at) => ({
      ...{ workspace_id: workspaceId, caller: 'bench', operation: 'sendMessage', value: String(number) },
      ...{ fingerprint: '', state: 'done', status: 201, body: text, created_at: at },
    }),
  },
];

/** Writes them, a month older than they may become; returns how many there are. */
export function addOldRows(tables: Tables): number {
  let count = 0;
  for (const { table, keptDays, perMessages, cells } of oldRows) {
    const rows = Math.ceil(messages / perMessages);
    const newestMs = Date.now() - (keptDays + 1) * dayMs;
    for (let number = 0; number < rows; number++) {
      tables.insert(table, cells(tables.shop, number, toText(newestMs - (1 - number / rows) * monthMs)));
    }
    count += rows;
  }
  return count;
}
