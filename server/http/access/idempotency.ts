import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Row, Table } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { deleteRows, findRowBy, updateRows } from '../../platform/database/workspace-rows.ts';
import { dayMs } from '../../platform/durations.ts';
import type { MarkedCopies } from '../../platform/erasure/marked-copies.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import type { Retention } from '../../platform/work/retention.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Operation } from '../operation.ts';
import type { Reply } from '../reply.ts';
import type { Principal } from './auth.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    idempotency_keys: Table<
      'idempotency_keys',
      {
        /**
         * `interrupted`: the process ended during the request, so its effects are unknown; `erased`: the response was
         * about somebody who has been erased.
         */
        state: 'running' | 'interrupted' | 'done' | 'erased';
      }
    >;
  }
}

/** One request under an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Part of the key, since a console session can switch workspaces. */
  workspaceId: string;
  caller: string;
  operation: string;
  value: string;
  /** May be repeated after an interruption. */
  isRepeatable: boolean;
  /** Hash of the request; reusing the key with a different request is a conflict. */
  fingerprint: string;
}

const keptForMs = dayMs;

/**
 * Notes the `Idempotency-Key` of a call and what it asks for; null without one, and for methods that need none. Throws
 * 400 for a malformed key.
 */
export function readIdempotent(
  operation: string,
  spec: Operation,
  { callerId, workspace }: Principal,
  { key: value, url, body }: { key: string | undefined; url: string; body: unknown },
): IdempotentRequest | null {
  if (value === undefined || spec.method !== 'post') return null;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value)) {
    throw invalid('header.Idempotency-Key', 'must be 1 to 255 printable characters');
  }
  const fingerprint = hash('sha256', JSON.stringify([url, body]));
  return {
    workspaceId: workspace.id,
    caller: callerId,
    operation,
    value,
    isRepeatable: spec.isRepeatable === true,
    fingerprint,
  };
}

/**
 * Runs a request that is one transaction. Its result is stored in the same transaction, so a concurrent repeat waits
 * and then finds it.
 */
export async function replayOrRun(
  platform: Platform,
  work: Pick<Work, 'db' | 'now'>,
  request: IdempotentRequest,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const saved = await findSaved(platform, work, request);
  if (saved) return saved;
  const reply = await run();
  await insert(work, request, { state: 'done', ...toColumns(platform, reply) });
  return reply;
}

/**
 * Runs a request that awaits the network, after marking it as running. A failed request may be retried; cleaning up its
 * effects is the operation's responsibility.
 */
export async function replayOrRunNoted(
  platform: Platform,
  request: IdempotentRequest,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const saved = await platform.write(async (work) => {
    const found = await findSaved(platform, work, request);
    if (!found) await insert(work, request, { state: 'running', status: null, headers: null, body: null });
    return found;
  });
  if (saved) return saved;
  const [workspaceId, key] = [request.workspaceId, keyOf(request)];
  try {
    const reply = await run();
    const done = { state: 'done', ...toColumns(platform, reply) } as const;
    await platform.write(({ db }) => updateRows(db, 'idempotency_keys', workspaceId, key, done));
    return reply;
  } catch (error) {
    await platform.write(({ db }) => deleteRows(db, 'idempotency_keys', workspaceId, key));
    throw error;
  }
}

/** Keys can be reused after a day. */
export const idempotencyRetention: Retention = {
  table: 'idempotency_keys',
  by: 'created_at',
  keepMs: keptForMs,
  key: ['workspace_id', 'caller', 'operation', 'value'],
};

/** Stored responses. The key stays for its day, because a late repeat would otherwise create the person again. */
export const idempotentCopies: MarkedCopies = {
  name: 'responses',
  async read({ secrets }, db, { workspaceId, after, until, limit }) {
    const rows = await db
      .selectFrom('idempotency_keys')
      .select(['caller', 'operation', 'value', 'body'])
      .where('workspace_id', '=', workspaceId)
      .where(unindexed('created_at'), '<=', until)
      .where('state', '=', 'done')
      .where(sql<boolean>`(caller, operation, value) > ${after === null ? sql`('', '', '')` : splitKey(String(after))}`)
      .orderBy('caller')
      .orderBy('operation')
      .orderBy('value')
      .limit(limit)
      .execute();
    return rows.map(({ caller, operation, value, body }) => ({
      key: [caller, operation, value].join(betweenParts),
      texts: [body === null ? null : secrets.unseal(sealedAs, body)],
    }));
  },
  async erase({ db, workspace }, keys) {
    for (const key of keys) {
      const [caller = '', operation = '', value = ''] = String(key).split(betweenParts);
      const erased = { state: 'erased', status: null, headers: null, body: null } as const;
      await updateRows(db, 'idempotency_keys', workspace.id, { caller, operation, value }, erased);
    }
  },
};

/** Occurs in none of the parts, since keys are printable. */
const betweenParts = '\n';

const splitKey = (key: string) => sql`(${sql.join(key.split(betweenParts))})`;

/** Marks requests that a crash interrupted; called before the first request. */
export async function noteInterrupted(platform: Platform): Promise<void> {
  await platform.write(({ db }) =>
    db.updateTable('idempotency_keys').set({ state: 'interrupted' }).where('state', '=', 'running').execute(),
  );
}

/** The columns that identify a request in its workspace. */
const keyOf = ({ caller, operation, value }: IdempotentRequest) => ({ caller, operation, value });

async function findSaved(
  platform: Platform,
  { db, now }: Pick<Work, 'db' | 'now'>,
  request: IdempotentRequest,
): Promise<Reply | null> {
  const row = await findRowBy(db, 'idempotency_keys', request.workspaceId, keyOf(request));
  if (!row) return null;
  const isOver = Date.parse(row.created_at) < Date.parse(now) - keptForMs;
  if (isOver || (row.state === 'interrupted' && request.isRepeatable && row.fingerprint === request.fingerprint)) {
    await deleteRows(db, 'idempotency_keys', request.workspaceId, keyOf(request));
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
  if (row.state === 'interrupted') {
    throw new Problem(
      'idempotency_interrupted',
      'The server stopped while the first request with this Idempotency-Key ran: see whether it took effect, then use a new key',
    );
  }
  if (row.state === 'erased') {
    throw new Problem(
      'idempotency_conflict',
      'What the first request with this Idempotency-Key returned has been erased: use a new key',
    );
  }
  return {
    status: row.status ?? 200,
    headers: JSON.parse(row.headers ?? '{}'),
    body: row.body === null ? null : platform.secrets.unseal(sealedAs, row.body),
    replayed: true,
  };
}

async function insert(
  { db, now }: Pick<Work, 'db' | 'now'>,
  request: IdempotentRequest,
  columns: Pick<Row<'idempotency_keys'>, 'state' | 'status' | 'headers' | 'body'>,
): Promise<void> {
  const { workspaceId: workspace_id, fingerprint } = request;
  const row = { workspace_id, ...keyOf(request), fingerprint, ...columns, created_at: now };
  await db.insertInto('idempotency_keys').values(row).execute();
}

/**
 * Responses are sealed: some contain a secret shown only once, which must not be readable in the database for a day.
 */
const sealedAs = 'idempotent answer';

const toColumns = (platform: Platform, reply: Reply) => ({
  status: reply.status,
  headers: JSON.stringify(reply.headers),
  body: reply.body === null ? null : platform.secrets.seal(sealedAs, reply.body),
});
