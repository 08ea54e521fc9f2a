import type { Db } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import { invalid, Problem } from '../platform/problem.ts';
import type { Reply } from './reply.ts';

declare module '../platform/database.ts' {
  interface Tables {
    idempotency_keys: {
      caller: string;
      operation: string;
      value: string;
      fingerprint: string;
      state: 'running' | 'done';
      status: number | null;
      headers: string | null;
      body: string | null;
      created_at: string;
    };
  }
}

/** One request under an `Idempotency-Key`. */
export interface IdempotentRequest {
  caller: string;
  operation: string;
  value: string;
  /** Hash of the request; the same key with another one is a conflict. */
  fingerprint: string;
}

const keptForMs = 24 * 3_600_000;

/** The header's value; throws 400 when it is not 1-255 printable characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const value = String(header);
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value)) {
    throw invalid('header.Idempotency-Key', 'must be 1 to 255 printable characters');
  }
  return value;
}

/**
 * Runs a request that is one transaction: its result is stored in that transaction, so a repeat that comes at the same
 * time waits its turn and then finds it.
 */
export async function replayOrRun(
  db: Db,
  request: IdempotentRequest,
  now: string,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const saved = await findSaved(db, request, now);
  if (saved) return saved;
  const reply = await run();
  await insert(db, request, now, 'done', reply);
  return reply;
}

/**
 * Runs a request that waits for the network: it is noted as running first. A request that failed may be tried again;
 * what it had already stored is the operation's own matter.
 */
export async function replayOrRunNoted(
  platform: Platform,
  request: IdempotentRequest,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const saved = await platform.write(async ({ db, now }) => {
    const found = await findSaved(db, request, now);
    if (!found) await insert(db, request, now, 'running', null);
    return found;
  });
  if (saved) return saved;
  try {
    const reply = await run();
    await platform.write(async ({ db }) => {
      await db
        .updateTable('idempotency_keys')
        .set({ state: 'done', ...toColumns(reply) })
        .where(whereIs(request))
        .execute();
    });
    return reply;
  } catch (error) {
    await platform.write(({ db }) => db.deleteFrom('idempotency_keys').where(whereIs(request)).execute());
    throw error;
  }
}

/** Forgets what a crash left running, and everything older than a day. */
export async function cleanIdempotencyKeys(platform: Platform, { atStart = false } = {}): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - keptForMs).toISOString();
  await platform.write(async ({ db }) => {
    await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
    if (atStart) await db.deleteFrom('idempotency_keys').where('state', '=', 'running').execute();
  });
}

const whereIs =
  ({ caller, operation, value }: IdempotentRequest) =>
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder differs by statement kind
  (where: any) =>
    where.and({ caller, operation, value });

async function findSaved(db: Db, request: IdempotentRequest, now: string): Promise<Reply | null> {
  const row = await db.selectFrom('idempotency_keys').selectAll().where(whereIs(request)).executeTakeFirst();
  if (!row) return null;
  if (Date.parse(row.created_at) < Date.parse(now) - keptForMs) {
    await db.deleteFrom('idempotency_keys').where(whereIs(request)).execute();
    return null;
  }
  if (row.fingerprint !== request.fingerprint) {
    throw new Problem('idempotency_conflict', 'This Idempotency-Key was used with another request');
  }
  if (row.state === 'running') {
    throw new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key still runs', {
      headers: { 'Retry-After': '1' },
    });
  }
  return { status: row.status ?? 200, headers: JSON.parse(row.headers ?? '{}'), body: row.body, replayed: true };
}

async function insert(
  db: Db,
  request: IdempotentRequest,
  now: string,
  state: 'running' | 'done',
  reply: Reply | null,
): Promise<void> {
  const columns = reply ? toColumns(reply) : { status: null, headers: null, body: null };
  await db
    .insertInto('idempotency_keys')
    .values({ ...request, state, created_at: now, ...columns })
    .execute();
}

const toColumns = (reply: Reply) => ({
  status: reply.status,
  headers: JSON.stringify(reply.headers),
  body: reply.body,
});
