import { expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../server/areas/index.ts';
import type { Area } from '../../server/http/area.ts';
import { operation } from '../../server/http/operation.ts';
import { takeSteps } from '../../server/platform/running/steps.ts';
import { openWorkspace, startApp } from '../support/server/app.ts';

const Done = z.object({ rows: z.int() });
const query = z.object({ times: z.coerce.number() });

/** Operations with a budget of ten steps each. */
const dear = {
  name: 'dear',
  title: 'Dear',
  operations: {
    tryCandidates: operation({
      ...{ method: 'get', path: '/api/dear/candidates', scope: 'contacts.read', summary: 'Try', success: 200 },
      ...{ tx: 'read', query, response: Done, steps: 10 },
      async run({ query: { times } }) {
        for (let time = 0; time < times; time++) takeSteps(1);
        return { rows: 0 };
      },
    }),
    readRows: operation({
      ...{ method: 'get', path: '/api/dear/rows', scope: 'contacts.read', summary: 'Read', success: 200 },
      ...{ tx: 'read', query, response: Done, steps: 10 },
      async run({ db, query: { times } }) {
        const rows = await db.selectFrom('quick_replies').select('id').limit(times).execute();
        return { rows: rows.length };
      },
    }),
    addTags: operation({
      ...{ method: 'post', path: '/api/dear/tags', scope: 'contacts.write', summary: 'Add', success: 200 },
      ...{ tx: 'none', query, response: Done, steps: 10 },
      async run({ workspace, query: { times }, write }) {
        await write(async ({ db }) => {
          for (let time = 0; time < times; time++) {
            const name = `tag ${time}`;
            await db
              .insertInto('tags')
              .values({ workspace_id: workspace.id, name, name_folded: name, color: '#112233' } as never)
              .execute();
          }
        });
        return { rows: times };
      },
    }),
  },
} satisfies Area;

async function openDear() {
  const shop = await startApp({ areas: [...areas, dear] });
  const call = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${shop.api.key}`, 'content-type': 'application/json' };
    const response = await fetch(shop.api.url + path, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ...shop, call };
}

test('candidates, rows read and rows written count; a call beyond its steps is refused and has changed nothing', async () => {
  const { call, api, app } = await openDear();
  for (let index = 0; index < 12; index++)
    await api.post('/api/quick-replies', { shortcut: `/r${index}`, content: 'Hi' });
  const refusal = { status: 422, body: { code: 'too_much_work', steps: 10 } };
  expect(await call('GET', '/api/dear/candidates?times=10')).toMatchObject({ status: 200 });
  expect(await call('GET', '/api/dear/candidates?times=11')).toMatchObject(refusal);
  expect(await call('GET', '/api/dear/rows?times=9')).toMatchObject({ status: 200, body: { rows: 9 } });
  expect(await call('GET', '/api/dear/rows?times=12')).toMatchObject(refusal);
  expect(await call('POST', '/api/dear/tags?times=6')).toMatchObject(refusal);
  expect(await app.platform.database.read.selectFrom('tags').selectAll().execute()).toEqual([]);
  expect(await call('POST', '/api/dear/tags?times=3')).toMatchObject({ status: 200 });
});

test('calls at the same time are counted separately, even in a shared transaction', async () => {
  const { call } = await openDear();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => call('POST', `/api/dear/tags?times=${index % 2 ? 6 : 0}`)),
  );
  expect(all.map(({ status }) => status)).toEqual([200, 422, 200, 422, 200, 422, 200, 422]);
});

test('work outside of a call, such as a job, has no budget', async () => {
  const { app } = await openWorkspace();
  expect(() => takeSteps(1e9)).not.toThrow();
  await app.platform.write(async () => takeSteps(1e9));
});
