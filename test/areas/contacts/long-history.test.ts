import { expect, test } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { fillTables } from '../../support/shop/fill-tables.ts';
import { type Everything, makeOneOfEverything } from '../../support/shop/one-of-everything.ts';
import { stopDeletion } from '../../support/shop/stop-deletion.ts';

/** A shop in which one customer and one agent have many rows of everything. */
async function openLongHistory(rows: number) {
  const shop = await startApp();
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987650001');
  const file = databaseFile(shop.home);
  fillTables(file, shop.workspace.id, rows);
  giveAll(file, everything);
  const db = shop.app.platform.database.read;
  const count = async (table: 'messages' | 'message_reactions' | 'reply_questions' | 'reply_traces' | 'flow_runs') =>
    (
      await db
        .selectFrom(table)
        .select((build) => build.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  return { ...shop, everything, file, count, owner: await signIn(shop) };
}

function giveAll(file: string, { conversation, agent }: Everything): void {
  const db = openSqlite(file);
  for (const table of ['messages', 'reply_turns', 'reply_traces', 'reply_questions', 'flow_runs']) {
    db.prepare(`update ${table} set conversation_id = ?`).run(conversation);
  }
  for (const table of ['reply_traces', 'reply_questions']) db.prepare(`update ${table} set agent_id = ?`).run(agent);
  db.close();
}

test('a customer with a long history is deleted in parts; one that was interrupted is repeated', async () => {
  const { api, owner, everything, file, count, ...shop } = await openLongHistory(500);
  const path = `/api/contacts/${encodeURIComponent(everything.phone)}`;
  const { id } = (await api.get(path)).body;
  const before = await count('messages');
  // The oldest go first: two parts of 200 are gone when the third one fails.
  const goOn = stopDeletion(file, 'messages', 'msg_copy_450');
  expect((await owner.post('/owner/contacts/delete', { ids: [id] })).status).toBe(500);
  expect([await count('reply_questions'), await count('reply_traces'), await count('flow_runs')]).toEqual([0, 0, 0]);
  expect(before - (await count('messages'))).toBe(400);
  expect((await api.get(path)).status).toBe(200);
  expect((await api.get(`/api/conversations/${everything.conversation}`)).status).toBe(200);
  expect((await shop.events('contacts.changed')).filter(({ data }) => data.change === 'DELETED')).toEqual([]);
  goOn();
  expect((await owner.post('/owner/contacts/delete', { ids: [id, 'ct_copy_1'] })).body).toMatchObject({ deleted: 2 });
  expect((await api.get(path)).status).toBe(404);
  expect((await api.get(`/api/conversations/${everything.conversation}`)).status).toBe(404);
  expect([await count('messages'), await count('message_reactions')]).toEqual([0, 0]);
});

test('the unanswered questions of a deleted agent go in parts after it, also when that is interrupted', async () => {
  const { api, everything, file, count } = await openLongHistory(2_500);
  const { agent, otherAgent } = everything;
  const goOn = stopDeletion(file, 'reply_questions', 'question_copy_1250');
  expect((await api.delete(`/api/ai-agents/${agent}/reassign/${otherAgent}`)).status).toBe(200);
  expect((await api.get(`/api/ai-agents/${agent}`)).status).toBe(404);
  await eventually(async () => (await count('reply_questions')) === 1_501);
  goOn();
  await eventually(async () => (await count('reply_questions')) === 0);
  expect(await count('reply_traces')).toBe(2_501);
});
