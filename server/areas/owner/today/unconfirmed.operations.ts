import { type Operations, operation } from '../../../http/operation.ts';
import { UnconfirmedList } from './unconfirmed.schemas.ts';

/** Of each kind of record; a shop with more confirms these first. */
const mostOfKind = 50;

export const unconfirmedOperations = {
  listUnconfirmed: operation({
    method: 'get',
    path: '/owner/unconfirmed',
    scope: 'console',
    summary: 'List what assistants entered and no person has confirmed, the latest first',
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
