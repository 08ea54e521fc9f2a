import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { openCloudShop } from '../cloud/support.ts';
import { openCampaigns, phoneOf } from './support.ts';

const [bia, other] = [phoneOf(0), phoneOf(1)];

/** A shop in which Bia has left the campaigns, and its owner. */
async function openWithBia() {
  const open = await openCampaigns();
  const { api, channel, rest, shop } = open;
  const owner = await signIn(shop);
  await channel.customerSays(bia, 'SAIR', { name: 'Bia' });
  await rest();
  const read = async (phone: string) => (await api.get(`/api/contacts/${phone}`)).body;
  const remove = async (phone: string) => {
    const { id } = await read(phone);
    expect((await owner.post('/owner/contacts/delete', { ids: [id] })).body).toMatchObject({ deleted: 1 });
    expect((await api.get(`/api/contacts/${phone}`)).status).toBe(404);
  };
  const hashes = () => shop.app.platform.database.read.selectFrom('opt_out_hashes').selectAll().execute();
  return { ...open, owner, read, remove, hashes };
}

test.each([
  ['created', { phone: bia, name: 'Bia' }],
  ['created by a till that says of everybody that they want campaigns', { phone: bia, optedOut: false }],
])('who left and was deleted has left as well once she is %s', async (_how, body) => {
  const { api, read, remove } = await openWithBia();
  const { optedOutAt } = await read(bia);
  await remove(bia);
  expect((await api.post('/api/contacts', body)).body).toMatchObject({ phone: bia, optedOut: true });
  expect(await read(bia)).toMatchObject({ optedOut: true, optedOutAt });
});

test('an import does not opt in deleted contacts or people who left before it', async () => {
  const { api, channel, rest, read, remove } = await openWithBia();
  await channel.customerSays(other, 'PARAR');
  await rest();
  await remove(bia);
  const csv = `phone,name,optedOut,opt-in\n${bia},Bia Nova,false,yes\n${other},Caio Novo,no,1\n${phoneOf(2)},Eva,,`;
  expect((await api.post('/api/contacts/import', { csv })).body).toMatchObject({ created: 2, updated: 1 });
  const named = [await read(bia), await read(other), await read(phoneOf(2))];
  expect(named.map(({ name, optedOut }) => [name, optedOut])).toEqual([
    ['Bia Nova', true],
    ['Caio Novo', true],
    ['Eva', false],
  ]);
});

test('she has left as well when she writes again from that number', async () => {
  const { channel, read, remove, rest, api } = await openWithBia();
  await remove(bia);
  await channel.customerSays(bia, 'Oi, vocês abrem hoje?');
  await rest();
  expect(await read(bia)).toMatchObject({ optedOut: true });
  const { body: preview } = await api.post('/api/marketing-campaigns/audience/contacts', {});
  expect(preview).toMatchObject({ total: 0, optedOut: 1 });
});

test('a campaign to a list skips her, also when she is deleted after the list was stored, and creates no contact', async () => {
  const { api, channel, draft, launch, run, rest, recipients, remove, sent } = await openWithBia();
  await remove(bia);
  const csv = `telefone\n${bia}\n${other}`;
  const { body: checked } = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  expect(checked.totals).toMatchObject({ accepted: 1, optedOut: 1 });
  const put = await api.put(`${await draft([])}/audience`, { rows: [{ phone: bia }, { phone: other }] });
  expect(put.body).toMatchObject({ accepted: 1, optedOut: 1 });
  const before = (await sent()).length;
  const path = await launch([{ phone: phoneOf(5) }, { phone: bia }, { phone: other }], { sendIntervalMs: 5_000 });
  await run(12_000);
  expect((await recipients(path)).map(({ reason, contactId }) => [reason, contactId !== null])).toEqual([
    [null, true],
    ['opted_out', false],
    [null, true],
  ]);
  expect((await sent()).slice(before).map(({ phone }) => phone)).toEqual([phoneOf(5), other]);
  expect((await api.get(`/api/contacts/${bia}`)).status).toBe(404);
  // She opts out and is deleted while the list waits for her.
  const later = phoneOf(9);
  const waiting = await launch([{ phone: phoneOf(6) }, { phone: later }], { name: 'Depois', sendIntervalMs: 5_000 });
  await channel.customerSays(later, 'SAIR');
  await rest();
  await remove(later);
  await run(12_000);
  expect(await recipients(waiting)).toMatchObject([{ phone: phoneOf(6) }, { status: 'SKIPPED' }]);
  expect((await sent()).filter(({ phone, template }) => phone === later && template)).toEqual([]);
});

test('a test of a campaign is not sent to her', async () => {
  const { api, draft, remove } = await openWithBia();
  const path = await draft([]);
  await remove(bia);
  const refused = await api.post(`${path}/test`, { phoneNumber: bia });
  expect(refused).toMatchObject({ status: 409, body: { code: 'contact_opted_out' } });
  expect((await api.get(`/api/contacts/${bia}`)).status).toBe(404);
});

test.each([
  [
    'the shop',
    async ({ api }: Awaited<ReturnType<typeof openWithBia>>) =>
      expect((await api.patch(`/api/contacts/${bia}`, { optedOut: false })).status).toBe(200),
  ],
  [
    'she herself, by a word',
    async ({ channel }: Awaited<ReturnType<typeof openWithBia>>) => channel.customerSays(bia, 'START'),
  ],
])('%s can opt her in again, and that lasts as well', async (_who, optIn) => {
  const open = await openWithBia();
  const { api, rest, read, remove, hashes } = open;
  await remove(bia);
  await api.post('/api/contacts', { phone: bia });
  await optIn(open);
  await rest();
  expect(await read(bia)).toMatchObject({ optedOut: false });
  expect(await hashes()).toEqual([]);
  await remove(bia);
  await api.post('/api/contacts', { phone: bia });
  expect(await read(bia)).toMatchObject({ optedOut: false });
});

test('an opt-out lasts under each number of the person, and so does opting in', async () => {
  const { api, owner, read, remove } = await openWithBia();
  await api.post('/api/contacts', { phone: other });
  const ids = { keep: (await read(other)).id, merge: (await read(bia)).id };
  expect((await owner.post('/owner/contacts/merge', ids)).status).toBe(200);
  await remove(other);
  for (const phone of [bia, other]) {
    await api.post('/api/contacts', { phone });
    expect(await read(phone)).toMatchObject({ optedOut: true });
  }
  await api.patch(`/api/contacts/${bia}`, { optedOut: false });
  await api.patch(`/api/contacts/${other}`, { optedOut: false });
  await remove(other);
  await api.post('/api/contacts', { phone: other });
  expect(await read(other)).toMatchObject({ optedOut: false });
});

test('one number is enough to opt in under all that she had', async () => {
  const { api, owner, read, remove, hashes } = await openWithBia();
  await api.post('/api/contacts', { phone: other });
  const ids = { keep: (await read(other)).id, merge: (await read(bia)).id };
  await owner.post('/owner/contacts/merge', ids);
  await remove(other);
  expect(await hashes()).toHaveLength(2);
  await api.post('/api/contacts', { phone: bia });
  await api.patch(`/api/contacts/${bia}`, { optedOut: false });
  expect((await api.post('/api/contacts', { phone: other })).body).toMatchObject({ optedOut: false });
});

test('what is kept of her contains no address, and counts in her workspace alone', async () => {
  const { api, shop, read, remove, hashes } = await openWithBia();
  const { id } = await read(bia);
  await remove(bia);
  const [kept, ...more] = await hashes();
  expect([kept?.hash, more]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
  for (const trace of [bia, bia.slice(1), bia.slice(5), 'Bia', id]) expect(JSON.stringify(kept)).not.toContain(trace);
  const otherShop = await shop.otherWorkspace();
  // The same hash in both would show that both know the person.
  await shop.app.platform.write(({ db }) =>
    db
      .insertInto('opt_out_hashes')
      .expression((select) =>
        select
          .selectFrom('workspaces as w')
          .innerJoin('opt_out_hashes as o', 'o.workspace_id', 'o.workspace_id')
          .select(['w.id', 'o.hash', 'o.person_id', 'o.opted_out_at'])
          .where('w.name', '=', 'Other'),
      )
      .columns(['workspace_id', 'hash', 'person_id', 'opted_out_at'])
      .execute(),
  );
  expect((await otherShop.post('/api/contacts', { phone: bia })).body).toMatchObject({ optedOut: false });
  expect((await api.post('/api/contacts', { phone: bia })).body).toMatchObject({ optedOut: true });
});

test('a contact who never left is deleted without a trace', async () => {
  const { api, remove, hashes, read } = await openWithBia();
  await api.post('/api/contacts', { phone: other });
  await remove(other);
  expect(await hashes()).toEqual([]);
  await api.post('/api/contacts', { phone: other });
  expect(await read(other)).toMatchObject({ optedOut: false });
});

test('the opt-out of a customer who hides her number lasts under her id', async () => {
  const { shop, graph } = await openCloudShop();
  const hears = async (body: string) => {
    graph.messages.customerSends({ userId: 'BR.77', name: 'Nina' }, 'text', { body });
    await graph.webhooks.idle();
    await shop.settle();
  };
  await hears('SAIR');
  const owner = await signIn(shop);
  const find = async () => (await shop.api.get('/api/contacts')).body.data;
  const [nina] = await find();
  expect(nina).toMatchObject({ name: 'Nina', optedOut: true });
  await owner.post('/owner/contacts/delete', { ids: [nina.id] });
  expect(await find()).toEqual([]);
  await hears('Oi');
  expect(await find()).toMatchObject([{ name: 'Nina', optedOut: true }]);
  const kept = await shop.app.platform.database.read.selectFrom('opt_out_hashes').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('BR.77');
});
