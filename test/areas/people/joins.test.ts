import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contacts } from '../../../server/areas/contacts/index.ts';
import { deleteExpired } from '../../../server/platform/work/retention.ts';
import { pizzas } from '../../support/shop/sales.ts';
import { hourMs, minuteMs, must } from '../flows/support.ts';
import { type Body, bia, dumpRows, hidden, joao, maria, openPeople } from './open-people.ts';

const namesOf = ({ tags }: Body): string[] => tags.map(({ name }: Body) => name).sort();

test('a merge that is undone gives back every row, and can be made again', async () => {
  const { shop, api, merge, undo, read, changes } = await openPeople();
  const [one, other] = [await read(maria), await read(joao)];
  const before = await dumpRows(shop);
  for (const _again of [1, 2]) {
    const merged = await merge(maria, joao);
    expect(merged).toMatchObject({ id: one.id, orders: { count: 2 }, otherPhones: [joao], conversationCount: 1 });
    expect(namesOf(merged)).toEqual(['João', 'Maria', 'VIP']);
    expect(merged).toMatchObject({ notes: 'Notas de Maria\n\nNotas de João', fields: { cor: 'Maria', João: 'sim' } });
    expect(merged.joins).toMatchObject([{ contact: { id: other.id, phone: joao }, byEvidence: false, obstacle: null }]);
    expect(await dumpRows(shop)).not.toEqual(before);
    const { status, body } = await undo(merged.joins[0].id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ contact: { id: one.id, joins: [] }, other: { id: other.id, phone: joao } });
    expect(await dumpRows(shop)).toEqual(before);
    for (const list of ['leads', 'contacts', 'orders']) {
      expect((await api.get(`/api/${list}?search=joao`)).body.total).toBe(1);
    }
  }
  const ids = { contactIds: [one.id, other.id] };
  const pair = [
    { change: 'MERGED', ...ids },
    { change: 'SPLIT', ...ids },
  ];
  expect((await changes()).slice(-4)).toEqual([...pair, ...pair]);
});

test.each([1, 2, 3])('merges and undos in any order give back every row (%i)', async (seed) => {
  const { shop, merge, undo, read } = await openPeople();
  const ids: string[] = [];
  for (const name of [maria, joao, bia, `lid:${hidden}`]) ids.push((await read(name)).id);
  const before = await dumpRows(shop);
  let state = seed;
  const pick = <Item>(items: Item[]): Item => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[state % items.length] as Item;
  };
  const present = async () => (await Promise.all(ids.map(read))).filter(({ id }) => id !== undefined);
  const undoable = async (): Promise<string[]> =>
    (await present()).flatMap(({ joins }) =>
      joins.filter((join: Body) => join.obstacle === null).map(({ id }: Body) => id),
    );
  for (let turn = 0; turn < 12; turn++) {
    const [people, joins] = [await present(), await undoable()];
    if (people.length > 1 && (joins.length === 0 || pick([true, true, false]))) {
      const keep = pick(people);
      await merge(keep.id, pick(people.filter(({ id }) => id !== keep.id)).id);
    } else {
      expect((await undo(pick(joins))).status).toBe(200);
    }
  }
  for (let joins = await undoable(); joins.length > 0; joins = await undoable()) await undo(pick(joins));
  expect(await dumpRows(shop)).toEqual(before);
});

test('what came after a merge stays with the kept contact when it is undone', async () => {
  const { merge, undo, read, api, agentId, says } = await openPeople();
  const { joins } = await merge(maria, joao);
  await says('depois', joao, { name: 'João' });
  await must(api.post('/api/orders', pizzas(agentId, { clientPhone: joao })));
  await must(api.patch(`/api/contacts/${maria}`, { notes: 'Novas', name: 'Maria João' }));
  await must(api.patch(`/api/contacts/${maria}/tags`, { tags: ['João'] }));
  await undo(joins[0].id);
  const [one, other] = [await read(maria), await read(joao)];
  expect(one).toMatchObject({ notes: 'Novas', name: 'Maria João', orders: { count: 2 } });
  expect(other).toMatchObject({ notes: 'Notas de João', name: 'João', orders: { count: 1 } });
  expect(one.recentMessages.map(({ content }: Body) => content)).toContain('depois');
  expect(other.recentMessages.map(({ content }: Body) => content)).not.toContain('depois');
  expect([namesOf(one), namesOf(other)]).toEqual([['João'], ['VIP']]);
  // A message from the number belongs to João again.
  await says('sou eu', joao, { name: 'João' });
  expect((await read(joao)).recentMessages.map(({ content }: Body) => content)).toContain('sou eu');
});

test('a join by evidence is logged, can be undone, and is not made again by the same evidence', async () => {
  const { read, undo, merge, hiddenSays, changes, shop } = await openPeople();
  const [one, nina] = [await read(maria), await read(`lid:${hidden}`)];
  await hiddenSays('sou eu', maria);
  const joined = await read(maria);
  expect(joined).toMatchObject({ id: one.id, joins: [{ contact: { id: nina.id }, byEvidence: true, obstacle: null }] });
  expect((await changes()).at(-1)).toEqual({ change: 'MERGED', contactIds: [one.id, nina.id] });
  expect((await undo(joined.joins[0].id)).status).toBe(200);
  const before = await dumpRows(shop);
  await hiddenSays('sou eu de novo', maria);
  const after = await dumpRows(shop);
  expect(after.contacts?.length).toBe(before.contacts?.length);
  expect((await read(maria)).id).toBe(one.id);
  const apart = await read(`lid:${hidden}`);
  expect(apart).toMatchObject({ id: nina.id, phone: null });
  expect(apart.recentMessages.map(({ content }: Body) => content)).toContain('sou eu de novo');
  // A merge by a person takes precedence.
  await merge(maria, nina.id);
  await hiddenSays('oi', maria);
  expect((await read(`lid:${hidden}`)).id).toBe(one.id);
});

test('a join by evidence keeps notes, fields and e-mail of both', async () => {
  const { read, api, hiddenSays } = await openPeople();
  await must(
    api.patch(`/api/contacts/${(await read(`lid:${hidden}`)).id}`, { notes: 'Alérgica', email: 'n@example.com' }),
  );
  await hiddenSays('sou eu', maria);
  expect(await read(maria)).toMatchObject({ notes: 'Notas de Maria\n\nAlérgica', email: 'n@example.com' });
});

test('the strictest opt-out holds after a merge, and an undo gives each its own, but one given since to both', async () => {
  const { merge, undo, read, api, channel, rest } = await openPeople();
  await must(api.patch(`/api/contacts/${joao}`, { optedOut: true }));
  const first = await merge(maria, joao);
  expect(first.optedOut).toBe(true);
  await undo(first.joins[0].id);
  expect([(await read(maria)).optedOut, (await read(joao)).optedOut]).toEqual([false, true]);
  await must(api.patch(`/api/contacts/${joao}`, { optedOut: false }));
  const second = await merge(maria, joao);
  expect(second.optedOut).toBe(false);
  await channel.customerSays(joao, 'SAIR');
  await rest();
  await undo(second.joins[0].id);
  expect([(await read(maria)).optedOut, (await read(joao)).optedOut]).toEqual([true, true]);
});

test('an undo is refused after a day, before a later one, after another merge and after an erasure', async () => {
  const { merge, undo, read, owner, pass } = await openPeople();
  const reasonOf = async (id: string) => {
    const { status, body } = await undo(id);
    return [status, body.detail];
  };
  const first = (await merge(maria, joao)).joins[0].id;
  const [second] = (await merge(maria, bia)).joins;
  const [, obstructed] = (await read(maria)).joins;
  expect(obstructed).toMatchObject({ id: first, obstacle: expect.stringContaining('merged into it later') });
  expect(await reasonOf(first)).toEqual([409, expect.stringContaining('merged into it later')]);
  expect((await undo(second.id)).status).toBe(200);
  const [third] = (await merge(bia, maria)).joins;
  expect(await reasonOf(first)).toEqual([409, expect.stringContaining('merged into another one')]);
  expect((await undo(third.id)).status).toBe(200);
  await pass(24 * hourMs + 1);
  expect((await read(maria)).joins).toEqual([]);
  expect(await reasonOf(first)).toEqual([409, expect.stringContaining('more than a day')]);
  const [fourth] = (await merge(bia, maria)).joins;
  await owner.post('/owner/contacts/delete', { ids: [(await read(bia)).id] });
  expect((await undo(fourth.id)).status).toBe(404);
  expect((await undo('join_gone')).status).toBe(404);
});

test('an erasure erases what would undo a merge', async () => {
  const { merge, read, owner, shop } = await openPeople();
  await merge(joao, bia);
  await merge(maria, joao);
  await owner.post('/owner/contacts/delete', { ids: [(await read(maria)).id] });
  const { contact_joins: joins, contact_join_parts: parts } = await dumpRows(shop);
  expect([joins, parts]).toEqual([[], []]);
});

test('what undoes a merge is deleted after a day', async () => {
  const { merge, shop, clock } = await openPeople();
  await merge(maria, joao);
  clock.advance(25 * hourMs);
  await deleteExpired(shop.app.platform, contacts.retention);
  const { contact_joins: joins, contact_join_parts: parts } = await dumpRows(shop);
  expect([joins, parts]).toEqual([[], []]);
});

test('a customer with 60,000 messages is merged, and two again, in parts', async () => {
  const { shop, merge, undo, read, conversationId } = await openPeople();
  const { platform } = shop.app;
  const id = await conversationId(joao);
  await platform.write(({ db }) =>
    sql`
      with recursive number (i) as (select 1 union all select i + 1 from number where i < 60000)
      insert into messages (id, workspace_id, conversation_id, channel_id, direction, author, type, content, status,
        idempotency_key, written_at, created_at, updated_at)
      select 'msg_bulk' || i, workspace_id, conversation_id, channel_id, 'OUTBOUND', 'SYSTEM', 'TEXT', 'Texto ' || i,
        'SENT', 'bulk-' || i, written_at, created_at, updated_at
      from number, (select * from messages where conversation_id = ${id} limit 1)`.execute(db),
  );
  const count = async () => {
    const all = platform.database.read.selectFrom('messages').select((build) => build.fn.countAll().as('count'));
    return all.where('conversation_id', '=', id).executeTakeFirst();
  };
  const before = await count();
  const { joins } = await merge(maria, joao);
  expect(await count()).toEqual({ count: 0 });
  const { contact_join_parts: parts = [] } = await dumpRows(shop);
  expect(parts.length).toBeGreaterThan(50);
  expect((await undo(joins[0].id)).status).toBe(200);
  expect(await count()).toEqual(before);
  expect((await read(joao)).phone).toBe(joao);
});

test('a notice that the pause of sending holds reaches a customer who was merged meanwhile', async () => {
  const { merge, api, owner, agentId, pass, heard } = await openPeople();
  await must(owner.post('/owner/sending', { paused: true }));
  const order = (await must(api.post('/api/orders', pizzas(agentId, { clientPhone: joao })))).body;
  const { body } = await must(api.patch(`/api/orders/${order.id}`, { status: 'PREPARING', notifyClient: true }));
  expect(body.notification).toMatchObject({ status: 'WAITING' });
  await merge(maria, joao);
  await must(owner.post('/owner/sending', { paused: false }));
  await pass(minuteMs);
  const told = [...(await heard(maria)), ...(await heard(joao))].filter((text) => text.includes(`${order.number}`));
  expect(told).toHaveLength(1);
});

test('a customer with many messages whom the vendor joins is one at once, and the rest moves by a job', async () => {
  const { shop, read, hiddenSays, api, changes } = await openPeople();
  const { platform } = shop.app;
  const nina = await read(`lid:${hidden}`);
  const [conversation] = nina.conversations;
  await platform.write(({ db }) =>
    sql`
      with recursive number (i) as (select 1 union all select i + 1 from number where i < 2500)
      insert into messages (id, workspace_id, conversation_id, channel_id, direction, author, type, content, status,
        written_at, created_at, updated_at)
      select 'msg_bulk' || i, workspace_id, conversation_id, channel_id, 'OUTBOUND', 'SYSTEM', 'TEXT', 'Texto ' || i,
        'SENT', written_at, created_at, updated_at
      from number, (select * from messages where conversation_id = ${conversation.id} limit 1)`.execute(db),
  );
  await hiddenSays('sou eu', maria);
  const one = await read(maria);
  expect(one).toMatchObject({ joins: [{ contact: { id: nina.id }, byEvidence: true, obstacle: null }] });
  expect((await api.get('/api/contacts')).body.total).toBe(3);
  expect((await api.get(`/api/conversations/${conversation.id}`)).status).toBe(404);
  const left = platform.database.read
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversation.id);
  expect(await left.execute()).toEqual([]);
  expect((await changes()).at(-1)).toEqual({ change: 'MERGED', contactIds: [one.id, nina.id] });
});
