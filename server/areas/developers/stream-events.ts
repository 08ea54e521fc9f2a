import type { Db } from '../../platform/database.ts';
import { type EventKind, eventKinds, toEventRecord } from '../../platform/events.ts';
import { type Platform, perPlatform } from '../../platform/platform.ts';
import { toPayload } from './queue-deliveries.ts';

const heartbeatMs = 15_000;
const batchSize = 100;
const kinds = new Set<string>(eventKinds);

/** Wakes all open streams of one server after a commit. */
class CommitBell {
  #waiting: (() => void)[] = [];

  constructor(platform: Platform) {
    platform.database.onCommit(() => this.#ring());
    platform.stopping.addEventListener('abort', () => this.#ring());
  }

  #ring(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next commit, or false after `patienceMs` without one. */
  next(patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}

const bellOf = perPlatform((platform) => new CommitBell(platform));

export interface EventStreamFilter {
  workspaceId: string;
  /** Empty: all kinds. */
  types: readonly EventKind[];
  /** The event to go on after; null begins with what happens from now on. */
  afterId: string | null;
  /** Asked before each batch; the stream ends when the caller may listen no more. */
  isAllowed(): Promise<boolean>;
}

/**
 * The events of one workspace as server-sent events, each told once in the order of the log, with a comment every 15 s
 * so that a dead connection is found. Ends when the server stops or the caller's key is revoked.
 */
export async function* streamEvents(platform: Platform, filter: EventStreamFilter): AsyncGenerator<string> {
  const { read } = platform.database;
  const bell = bellOf(platform);
  let seq = await findStart(read, filter);
  yield 'retry: 2000\n\n';
  while (!platform.stopping.aborted && (await filter.isAllowed())) {
    // Listening begins before reading, so that no commit falls between.
    const rung = bell.next(heartbeatMs);
    const rows = await readAfter(read, filter.workspaceId, seq);
    for (const row of rows) {
      seq = row.seq;
      if (isWanted(row.type, filter.types)) yield format(toEventRecord(row));
    }
    if (rows.length < batchSize && !(await rung)) yield ':\n\n';
  }
}

const isWanted = (type: string, types: readonly EventKind[]): boolean =>
  types.length > 0 ? types.includes(type as EventKind) : kinds.has(type);

async function findStart(db: Db, { workspaceId, afterId }: EventStreamFilter): Promise<number> {
  const seen =
    afterId === null
      ? undefined
      : await db
          .selectFrom('events')
          .select('seq')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', afterId)
          .executeTakeFirst();
  if (seen) return seen.seq;
  const newest = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return newest?.seq ?? 0;
}

const format = (event: Parameters<typeof toPayload>[0]): string =>
  `id: ${event.id}\ndata: ${JSON.stringify(toPayload(event))}\n\n`;

const readAfter = (db: Db, workspaceId: string, seq: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(batchSize)
    .execute();
