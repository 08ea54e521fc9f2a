import type { SqliteHandle } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';
import { dayOf } from '../../../server/platform/text/days.ts';

export interface Shop {
  file: string;
  workspaceId: string;
  timezone: string;
  channelId: string;
  agentId: string;
  userId: string;
  pipelineId: string;
  /** Of the pipeline: new, qualified, proposal, won, lost. */
  stageIds: string[];
  /** A stage of conversations. */
  conversationStageId: string;
}

type Cells = Record<string, string | number | null>;

/** Writes rows and what the product keeps beside them: search texts and counts by day. */
export class Tables {
  readonly shop: Shop;
  readonly #db: SqliteHandle;
  readonly #inserts = new Map<string, { run(cells: unknown[]): unknown }>();
  readonly #counts = new Map<string, number>();
  readonly #days = new Map<string, string>();

  constructor(db: SqliteHandle, shop: Shop) {
    this.#db = db;
    this.shop = shop;
  }

  /** Inserts a row; the first one of a table tells which columns its rows have. */
  insert(table: string, cells: Cells): void {
    let statement = this.#inserts.get(table);
    if (!statement) {
      const columns = Object.keys(cells);
      const values = columns.map(() => '?').join(', ');
      statement = this.#db.prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`);
      this.#inserts.set(table, statement);
    }
    statement.run(Object.values(cells));
  }

  /** Adds a row to a search index. */
  index(table: string, row: number, text: string): void {
    this.insert(table, { rowid: row, text: indexedText(this.shop.workspaceId, text) });
  }

  /** The day in the time zone of the shop. */
  dayOf(at: string): string {
    const hour = at.slice(0, 13);
    const day = this.#days.get(hour) ?? dayOf(this.shop.timezone, at);
    this.#days.set(hour, day);
    return day;
  }

  /** Counts for a day of `conversation_counters`, or of the agent's `reply_counters`. */
  count(table: 'conversation_counters' | 'reply_counters', at: string, kind: string, by = 1): void {
    const key = `${table} ${this.dayOf(at)} ${kind}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  /** Writes the counts since the last call. */
  flush(): void {
    const { workspaceId, agentId } = this.shop;
    const ofDay = this.#db.prepare(
      `insert into conversation_counters (workspace_id, day, kind, count) values (?, ?, ?, ?)
         on conflict do update set count = count + excluded.count`,
    );
    const ofAgent = this.#db.prepare(
      `insert into reply_counters (workspace_id, day, kind, count, agent_id) values (?, ?, ?, ?, ?)
         on conflict do update set count = count + excluded.count`,
    );
    for (const [key, count] of this.#counts) {
      const [table, day, kind] = key.split(' ');
      if (table === 'reply_counters') ofAgent.run(workspaceId, day, kind, count, agentId);
      else ofDay.run(workspaceId, day, kind, count);
    }
    this.#counts.clear();
  }
}
