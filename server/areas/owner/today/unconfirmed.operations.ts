import { type Operations, operation } from '../../../http/operation.ts';
import { UnconfirmedList } from './unconfirmed.schemas.ts';

/** Records listed per kind; further ones appear as these are confirmed. */
const mostOfKind = 50;

export const unconfirmedOperations = {
  listUnconfirmed: operation({
    method: 'get',
    path: '/owner/unconfirmed',
    scope: 'console',
    summary: 'List assistants’ unconfirmed entries, newest first',
    tx: 'read',
    success: 200,
    response: UnconfirmedList,
    async run({ db, workspace, platform }) {
      const lists = platform.provided('confirmable').map(async ({ kind, list }) => {
        const entries = await list(db, workspace.id, mostOfKind);
        return entries.map((entry) => ({ kind, ...entry }));
      });
      const data = (await Promise.all(lists)).flat();
      return { data: data.sort((a, b) => b.unconfirmed.at.localeCompare(a.unconfirmed.at)) };
    },
  }),
} satisfies Operations;
