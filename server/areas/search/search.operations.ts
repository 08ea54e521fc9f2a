import { type Operations, operation } from '../../http/operation.ts';
import { currencyOf } from '../../platform/text/money.ts';
import { hitKinds, SearchQuery, SearchResult } from './search.schemas.ts';

export const searchOperations = {
  searchEverything: operation({
    method: 'get',
    path: '/owner/search',
    scope: 'console',
    summary: 'Search contacts, orders, appointments, leads and messages',
    description:
      'Each word must begin a word of what is found. Messages are searched among the newest 500 that match; of each ' +
      'conversation the newest one is returned.',
    tx: 'read',
    query: SearchQuery,
    success: 200,
    response: SearchResult,
    async run({ platform, db, workspace, query }) {
      const search = { db, workspace, text: query.q };
      const found = await Promise.all(platform.provided('searchable').map((searchIn) => searchIn(search)));
      const hits = found.flat();
      const currency = currencyOf(workspace.country) ?? null;
      return { currency, data: hitKinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind)) };
    },
  }),
} satisfies Operations;
