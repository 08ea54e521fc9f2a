import { type Operations, operation } from '../../../http/operation.ts';
import type { Platform } from '../../../platform/platform.ts';
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
    async run({ platform }) {
      const rows = await platform.running.suspects.list();
      return { data: rows.map((row) => toSetAside(platform, row)) };
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
      const row = (await platform.running.suspects.list()).find(({ id }) => id === params.id);
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

const toSetAside = (platform: Platform, { id, kind, key, deaths, set_aside_at: at }: SuspectRow): SetAside => ({
  ...{ id, kind, key, deaths },
  setAsideAt: at ?? '',
  canRetry: platform.running.suspects.handlers.has(kind),
});
