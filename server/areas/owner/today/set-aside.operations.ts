import { type Operations, operation } from '../../../http/operation.ts';
import { findKeyName } from '../../../platform/access/api-keys.ts';
import { findUser } from '../../../platform/access/users.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parseRequestKey } from '../../../platform/running/running-board.ts';
import { clearHang, type SuspectRow } from '../../../platform/running/suspects.ts';
import { type SetAside, SetAsideList } from './set-aside.schemas.ts';

export const setAsideOperations = {
  listSetAside: operation({
    method: 'get',
    path: '/owner/set-aside',
    scope: 'console',
    summary: 'List the items set aside because the server crashed on them or they failed too often',
    tx: 'none',
    success: 200,
    response: SetAsideList,
    async run({ platform, db, now }) {
      const rows = await platform.running.suspects.list(now);
      return { data: await Promise.all(rows.map((row) => toSetAside(platform, db, row))) };
    },
  }),

  retrySetAside: operation({
    method: 'post',
    path: '/owner/set-aside/{id}/retry',
    scope: 'owner',
    summary: 'Retry an item that was set aside',
    description: 'If the server crashes on it again, it is set aside at once.',
    tx: 'none',
    success: 204,
    response: null,
    errors: ['not_found', 'not_retryable'],
    async run({ platform, params, now, fail }) {
      const row = (await platform.running.suspects.list(now)).find(({ id }) => id === params.id);
      if (!row) throw fail('not_found');
      if (!(await platform.running.suspects.retry(row.id, now)))
        throw fail('not_retryable', 'It has ended and cannot be retried');
    },
  }),

  discardSetAside: operation({
    method: 'delete',
    path: '/owner/set-aside/{id}',
    scope: 'owner',
    summary: 'Discard an item that was set aside',
    tx: 'none',
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ platform, params, now, fail }) {
      if (!(await platform.running.suspects.discard(params.id, now))) throw fail('not_found');
    },
  }),

  dismissHang: operation({
    method: 'delete',
    path: '/owner/notices/stopped-answering',
    scope: 'owner',
    summary: 'Acknowledge that the server had stopped responding',
    tx: 'write',
    success: 204,
    response: null,
    run: ({ db }) => clearHang(db),
  }),
} satisfies Operations;

const toSetAside = async (
  platform: Platform,
  db: Db,
  { id, kind, key, deaths, set_aside_at: at }: SuspectRow,
): Promise<SetAside> => ({
  ...{ id, kind, key, deaths },
  setAsideAt: at ?? '',
  canRetry: platform.running.suspects.handlers.has(kind),
  request: kind === 'request' ? await describeRequest(platform, db, key) : null,
});

async function describeRequest({ services }: Platform, db: Db, key: string): Promise<SetAside['request']> {
  const { operationId, callerId } = parseRequestKey(key);
  const spec = services.operations[operationId] ?? services.ownerOperations[operationId];
  const caller = (await findKeyName(db, callerId)) ?? (await findUser(db, callerId))?.name ?? null;
  return { operation: spec?.summary ?? operationId, caller };
}
