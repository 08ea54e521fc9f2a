import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { openCampaigns, people, phoneOf, tally } from './support.ts';

const sentOut = expect.stringMatching(/^(SENT|DELIVERED)$/);
const [first, second, third] = [phoneOf(0), phoneOf(1), phoneOf(2)];

/** A shop with campaigns and its owner, who knows two people under two numbers. */
async function openWithTwo() {
  const open = await openCampaigns();
  const { api } = open;
  const owner = await signIn(open.shop);
  const contact = async (phone: string) => (await api.post('/api/contacts', { phone, name: `Nome ${phone}` })).body.id;
  const merge = async (keep: string, gone: string) =>
    expect((await owner.post('/owner/contacts/merge', { keep, merge: gone })).status).toBe(200);
  const remove = async (id: string) =>
    expect((await owner.post('/owner/contacts/delete', { ids: [id] })).body).toMatchObject({ deleted: 1 });
  const addressees = async () => tally((await open.sent()).map(({ phone }) => phone));
  return {
    ...open,
    owner,
    contact,
    merge,
    remove,
    addressees,
    ids: [await contact(first), await contact(second)] as const,
  };
}

test('a list with two numbers of one contact, and with her id, is one recipient: the first row counts', async () => {
  const { api, draft, ids, merge, recipients, run, addressees } = await openWithTwo();
  await merge(ids[0], ids[1]);
  const rows = [
    { phone: second, name: 'Ana', variables: { oferta: 'pão' } },
    { phone: first, name: 'Outra' },
    { contactId: ids[0] },
    { contactId: ids[0], phone: second },
    { phone: third },
  ];
  const path = await draft([]);
  const csv = `telefone,contactId\n${second},\n${first},\n,${ids[0]}\n${second},${ids[0]}\n${third},`;
  const { body: checked } = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  expect(checked.totals).toEqual({ rows: 5, accepted: 2, duplicate: 3, invalid: 0, optedOut: 0 });
  expect((await api.put(`${path}/audience`, { rows })).body).toMatchObject({ accepted: 2, duplicate: 3 });
  expect((await recipients(path)).map((row) => [row.contactId, row.phone, row.name, row.reason])).toEqual([
    [ids[0], first, 'Ana', null],
    [ids[0], first, 'Outra', 'duplicate'],
    [ids[0], first, null, 'duplicate'],
    [ids[0], first, null, 'duplicate'],
    [null, third, null, null],
  ]);
  await api.post(`${path}/start`, {});
  await run(2_000);
  expect(await addressees()).toEqual({ [first]: 1, [third]: 1 });
  // The listed number belongs to a contact since the send.
  const [{ id }] = (await api.get(`/api/contacts?search=${third.slice(1)}`)).body.data;
  expect((await recipients(path)).at(-1)).toMatchObject({ contactId: id, phone: third, status: sentOut });
});

test('repeats are found across the parts in which a long list is stored', async () => {
  const { api, draft, ids, merge } = await openWithTwo();
  await merge(ids[0], ids[1]);
  const rows = [{ phone: first }, ...people(600, 100), { phone: second }, { phone: phoneOf(100) }];
  const put = await api.put(`${await draft([])}/audience`, { rows });
  expect(put.body).toMatchObject({ accepted: 601, duplicate: 2 });
});

test('two recipients who turn out to be one person before their turn get one message', async () => {
  const { ids, merge, launch, recipients, run, addressees } = await openWithTwo();
  const path = await launch([{ phone: third }, { phone: first }, { phone: second }], { sendIntervalMs: 5_000 });
  await merge(ids[0], ids[1]);
  await run(12_000);
  expect((await recipients(path)).map((row) => [row.contactId, row.status, row.reason])).toEqual([
    [expect.any(String), sentOut, null],
    [ids[0], sentOut, null],
    [ids[0], 'SKIPPED', 'duplicate'],
  ]);
  expect(await addressees()).toEqual({ [third]: 1, [first]: 1 });
});

test('two recipients whose join is undone before their turn get a message each', async () => {
  const { api, owner, ids, merge, launch, recipients, run, addressees } = await openWithTwo();
  const path = await launch([{ phone: third }, { phone: first }, { phone: second }], { sendIntervalMs: 5_000 });
  await merge(ids[0], ids[1]);
  const [{ id }] = (await api.get(`/api/contacts/${ids[0]}`)).body.joins;
  expect((await owner.post(`/owner/contacts/joins/${id}/undo`)).status).toBe(200);
  await run(12_000);
  expect((await recipients(path)).map((row) => [row.contactId, row.status, row.reason])).toEqual([
    [expect.any(String), sentOut, null],
    [ids[0], sentOut, null],
    [ids[1], sentOut, null],
  ]);
  expect(await addressees()).toEqual({ [third]: 1, [first]: 1, [second]: 1 });
});

test.each([
  ['kept', 0],
  ['merged', 1],
])('a person of whom the %s contact has the message gets no second one', async (_which, sentTo) => {
  const { api, ids, merge, launch, recipients, run, addressees } = await openWithTwo();
  const rows = [{ contactId: ids[sentTo] }, { contactId: ids[1 - sentTo] }];
  const path = await launch(rows, { sendIntervalMs: 5_000 });
  await merge(ids[0], ids[1]);
  await run(12_000);
  expect((await recipients(path)).map(({ status, reason }) => [status, reason])).toEqual([
    [sentOut, null],
    ['SKIPPED', 'duplicate'],
  ]);
  expect(Object.values(await addressees())).toEqual([1]);
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('messages that were sent before contacts were joined stay in the report, and none is repeated', async () => {
  const { api, ids, contact, merge, channel, launch, recipients, run, sent } = await openWithTwo();
  await channel.faults({ reject: { reason: 'not_on_app', times: 1 } });
  const other = await contact(third);
  const path = await launch([{ contactId: ids[0] }, { contactId: ids[1] }, { contactId: other }]);
  await run(2_000);
  expect((await recipients(path)).map(({ status }) => status)).toEqual(['FAILED', sentOut, sentOut]);
  await merge(ids[0], ids[1]);
  await merge(ids[0], other);
  expect((await recipients(path)).map(({ contactId, status, reason }) => [contactId, status, reason])).toEqual([
    [ids[0], 'FAILED', null],
    [ids[0], sentOut, null],
    [ids[0], sentOut, null],
  ]);
  expect((await api.get(`${path}/report`)).body).toMatchObject({ reached: { sent: 2, failed: 1 }, skipped: [] });
  const count = (await sent()).length;
  expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(409);
  await run(10_000);
  expect(await sent()).toHaveLength(count);
});

test('a repeat that the vendor put off while contacts were joined is not tried again', async () => {
  const { api, shop, ids, merge, launch, recipients, run, sent } = await openWithTwo();
  const path = await launch([{ contactId: ids[0] }, { contactId: ids[1] }], { sendIntervalMs: 5_000 });
  await merge(ids[0], ids[1]);
  const [, repeat] = await recipients(path);
  // A join during the send, and then a transient rejection.
  await shop.app.platform.write(({ db }) =>
    db.updateTable('campaign_recipients').set({ status: 'PENDING' }).where('id', '=', repeat.id).execute(),
  );
  await run(12_000);
  expect((await recipients(path))[1]).toMatchObject({ status: 'SKIPPED', reason: 'duplicate' });
  expect(await sent()).toHaveLength(1);
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('a number of a list that became a number of another recipient is not sent to as well', async () => {
  const { api, ids, contact, merge, launch, recipients, run, addressees } = await openWithTwo();
  const fourth = phoneOf(3);
  const path = await launch([{ phone: third }, { phone: fourth }, { contactId: ids[0] }], { sendIntervalMs: 5_000 });
  await merge(ids[0], await contact(fourth));
  await run(16_000);
  expect((await recipients(path)).map((row) => [row.contactId, row.status, row.reason]).slice(1)).toEqual([
    [ids[0], sentOut, null],
    [ids[0], 'SKIPPED', 'duplicate'],
  ]);
  expect(await addressees()).toEqual({ [third]: 1, [first]: 1 });
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('a person who is deleted while a campaign runs gets nothing, and the report keeps its figures without her', async () => {
  const { api, shop, ids, remove, channel, launch, recipients, run, rest, addressees } = await openWithTwo();
  const rows = [
    { phone: first, name: 'Ana' },
    { phone: second, name: 'Bia', variables: { oferta: 'bolo' } },
    ...people(1, 2),
  ];
  const path = await launch(rows, { sendIntervalMs: 5_000 });
  await channel.customerSays(first, 'Quero');
  await rest();
  for (const id of ids) await remove(id);
  await api.post('/api/contacts', { phone: second, name: 'Bia' });
  await run(20_000);
  const none = { contactId: null, phone: null, name: null, variables: {}, content: null, messageId: null };
  expect(await recipients(path)).toMatchObject([
    { ...none, status: 'REPLIED', reason: null, providerMessageId: null },
    { ...none, status: 'SKIPPED', reason: 'no_contact' },
    { status: sentOut },
  ]);
  expect(await addressees()).toMatchObject({ [third]: 1 });
  expect((await api.get(`${path}/report`)).body).toMatchObject({ reached: { sent: 2, replied: 1 } });
  const kept = await shop.app.platform.database.read.selectFrom('campaign_recipients').selectAll().execute();
  for (const trace of ['Ana', 'Bia', 'ana', 'bolo', second.slice(1)]) expect(JSON.stringify(kept)).not.toContain(trace);
  const { body: copy } = await api.post(`${path}/duplicate`);
  expect(copy.recipients).toMatchObject({ total: 1, PENDING: 1 });
});

test('a person is deleted from a list that has only her number, too', async () => {
  const { api, draft, contact, remove, recipients } = await openWithTwo();
  const path = await draft([{ phone: third, name: 'Caio' }]);
  await remove(await contact(third));
  expect(await recipients(path)).toMatchObject([{ phone: null, name: null, status: 'SKIPPED', reason: 'no_contact' }]);
  expect((await api.post(`${path}/start`, {})).body.errors).toMatchObject([{ code: 'no_audience' }]);
});

test('recipients show and are found by the present number of the contact', async () => {
  const { api, draft, ids, merge } = await openWithTwo();
  const path = await draft([{ contactId: ids[1], name: 'Bia' }]);
  await merge(ids[0], ids[1]);
  const find = async (search: string) => (await api.get(`${path}/recipients?search=${search}`)).body.data;
  expect(await find(first.slice(5))).toMatchObject([{ phone: first, contactId: ids[0], name: 'Bia' }]);
  expect(await find(second.slice(5))).toEqual([]);
});

test('a row without a number and without an id is refused, and null is as good as absent', async () => {
  const { api, draft, ids } = await openWithTwo();
  const path = await draft([]);
  for (const row of [{ name: 'x' }, { phone: null }, { phone: null, contactId: null }]) {
    const { status, body } = await api.put(`${path}/audience`, { rows: [row] });
    expect([status, body.errors?.[0].field]).toEqual([400, 'body.rows[0].phone']);
  }
  const put = await api.put(`${path}/audience`, { rows: [{ phone: null, contactId: ids[0] }] });
  expect(put.body).toMatchObject({ accepted: 1 });
});
