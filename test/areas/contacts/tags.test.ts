import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { maria } from '../../support/shop/sales.ts';
import { importRows } from './support.ts';

const path = `/api/contacts/${maria}/tags`;

async function shopWithMaria() {
  const shop = await openWorkspace();
  await importRows(shop.api, `${maria},Maria`, '+5511900000001,Bia');
  return shop;
}

test('replaces the tags of a contact in the given order and returns the contact', async () => {
  const { api } = await shopWithMaria();
  await api.patch(path, { tags: ['old'] });
  const replaced = await api.patch(path, { tags: ['  Novo ', { name: 'VIP', color: '#1E88E5' }, { name: 'a' }] });
  expect(replaced.status).toBe(200);
  expect(replaced.body.tags).toEqual([
    { name: 'Novo', color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    { name: 'VIP', color: '#1e88e5' },
    { name: 'a', color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  ]);
  const read = await api.get(`/api/contacts/${maria}`);
  expect(read.body).toEqual(replaced.body);
  expect((await api.patch(path, { tags: [] })).body.tags).toEqual([]);
});

test('compares names without case: a tag keeps its first spelling and its last colour', async () => {
  const { api } = await shopWithMaria();
  await api.patch(path, { tags: [{ name: 'VIP', color: '#111111' }] });
  await api.patch('/api/contacts/+5511900000001/tags', {
    tags: ['vip', 'Vip', { name: 'ÇA', color: '#222222' }, 'ça'],
  });
  const { body } = await api.get('/api/contacts/tags');
  expect(body.data).toEqual([
    { name: 'VIP', color: '#111111', count: 2 },
    { name: 'ÇA', color: '#222222', count: 1 },
  ]);
  await api.patch(path, { tags: [{ name: 'vip', color: '#333333' }] });
  expect((await api.get('/api/contacts/+5511900000001')).body.tags[0]).toEqual({ name: 'VIP', color: '#333333' });
});

test('lists only tags in use, and only those of the caller’s workspace', async () => {
  const { api, otherWorkspace } = await shopWithMaria();
  await api.patch(path, { tags: ['b', 'a'] });
  await api.patch(path, { tags: ['a'] });
  expect((await api.get('/api/contacts/tags')).body.data.map((tag: { name: string }) => tag.name)).toEqual(['a']);
  expect((await (await otherWorkspace()).get('/api/contacts/tags')).body).toEqual({ data: [] });
});

test('accepts 20 tags and rejects 21 with 422', async () => {
  const { api } = await shopWithMaria();
  const tags = Array.from({ length: 21 }, (_, index) => `t${index}`);
  const refused = await api.patch(path, { tags });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'too_many', errors: [{ field: 'body.tags' }] });
  expect((await api.patch(path, { tags: tags.slice(1) })).body.tags).toHaveLength(20);
});

test.each(['red', '#12345', '#1234567', '', 'javascript:'])('rejects the colour %j with 422', async (color) => {
  const { api } = await shopWithMaria();
  const refused = await api.patch(path, { tags: ['fine', { name: 'x', color }] });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'invalid_color', errors: [{ field: 'body.tags[1].color' }] });
  expect((await api.get('/api/contacts/tags')).body.data).toEqual([]);
});

test.each([['  '], ['x'.repeat(41)], ['a,b'], ['a;b'], [7], [null], [{}], [{ name: 'x', size: 1 }]])(
  'rejects the tag %j with 400',
  async (tag) => {
    const { api } = await shopWithMaria();
    const refused = await api.patch(path, { tags: [tag] });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toMatch(/^body\.tags\[0\]/);
  },
);

test('rejects a body without tags', async () => {
  const { api } = await shopWithMaria();
  expect((await api.patch(path, {})).body.errors).toMatchObject([{ field: 'body.tags' }]);
});

test('compares the change with If-Match of the contact', async () => {
  const { api } = await shopWithMaria();
  const etag = (await api.get(`/api/contacts/${maria}`)).headers.get('etag') ?? '';
  expect((await api.patch(path, { tags: ['x'] }, { headers: { 'if-match': etag } })).status).toBe(200);
  expect((await api.patch(path, { tags: ['y'] }, { headers: { 'if-match': etag } })).status).toBe(412);
});
