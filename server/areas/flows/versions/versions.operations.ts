import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../../http/paginate.ts';
import { changeFlow } from '../edit/change-flow.ts';
import { flowTarget, requireRow } from '../operations.ts';
import { Flow } from '../schemas.ts';
import { Step } from '../steps/step.schemas.ts';
import { stepsOf, triggerOf } from '../store.ts';
import { Trigger } from '../triggers/trigger.schemas.ts';
import { findVersion, listVersions } from './versions.store.ts';

const Version = z.object({
  version: z.int(),
  createdAt: z.string(),
  isCurrent: z.boolean(),
  trigger: Trigger,
  steps: z.array(Step),
});

/** The earlier contents of a flow, for the console. */
export const versionOperations = {
  listFlowVersions: operation({
    method: 'get',
    path: '/owner/flows/{id}/versions',
    scope: 'owner',
    summary: 'List the versions of a flow, newest first',
    description: 'The newest 50 are kept, and those that a run began with.',
    tx: 'read',
    target: flowTarget,
    query: z.object(cursorQuery),
    success: 200,
    response: cursorPageOf(Version),
    async run({ db, workspace, params, target, query, cursors }) {
      const before = cursors.read(query.cursor)?.[0];
      const page = { limit: query.limit + 1, before: before == null ? null : Number(before) };
      const { rows, last } = takePage(await listVersions(db, workspace.id, params.id, page), query.limit);
      const data = rows.map((row) => ({
        version: row.version,
        createdAt: row.created_at,
        isCurrent: row.version === target.version,
        trigger: triggerOf(row),
        steps: stepsOf(row),
      }));
      return { data, nextCursor: last && cursors.write([last.version]) };
    },
  }),

  restoreFlowVersion: operation({
    method: 'post',
    path: '/owner/flows/{id}/versions/{version}/restore',
    scope: 'owner',
    summary: 'Make an earlier version the newest one',
    description: 'A flow that is on must be valid with it: 400 with all problems otherwise. Runs keep their version.',
    tx: 'write',
    target: flowTarget,
    success: 200,
    response: Flow,
    errors: ['not_found'],
    async run({ params, fail, assertScope, ...work }) {
      const { db, workspace } = work;
      const wanted = /^\d{1,9}$/.test(params.version) ? Number(params.version) : 0;
      const version = findVersion(db, workspace.id, params.id, wanted);
      if (!version) throw fail('not_found');
      const change = { trigger: triggerOf(version), steps: stepsOf(version) };
      return changeFlow(work, await requireRow(db, workspace.id, params.id), change, assertScope);
    },
  }),
} satisfies Operations;
