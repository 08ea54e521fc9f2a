import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';

const file = {
  id: 'menu-2026',
  name: 'Menu',
  url: 'https://shop.example/menu.png',
  contentType: 'image/png',
  kind: 'IMAGE',
  sizeBytes: 1024,
  usageCount: 3,
};
const reply = { shortcut: '/Hours', content: 'We open at nine.' };
const missing = 'qr_00000000000000000000000000';

test('stores a library file as given and returns all its fields', async () => {
  const { api } = await startApp({ clock: new ManualClock() });
  const created = await api.post('/api/media-library', { ...file, id: '  menu-2026 ' });
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.status).toBe(201);
  expect(created.body).toEqual({ ...file, isStored: false, tags: [], lastUsedAt: null, createdAt: at, updatedAt: at });
  expect(created.headers.get('etag')).toMatch(/^".+"$/);
});

test('lists the newest library file first', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock });
  for (const id of ['first', 'second']) {
    await api.post('/api/media-library', { ...file, id });
    clock.advance(1_000);
  }
  const list = await api.get('/api/media-library');
  expect(list.status).toBe(200);
  expect(list.body.data.map((entry: { id: string }) => entry.id)).toEqual(['second', 'first']);
});

test.each([
  ['id', ''],
  ['id', '   '],
  ['id', 'a/b'],
  ['id', 'tab\tinside'],
  ['id', '..'],
  ['id', 'x'.repeat(129)],
  ['name', '  '],
  ['name', 'n'.repeat(121)],
  ['url', 'ftp://shop.example/menu.png'],
  ['url', 'javascript:alert(1)'],
  ['url', 'menu.png'],
  ['url', `https://shop.example/${'u'.repeat(2000)}`],
  ['contentType', 'image'],
  ['contentType', 'image/png\r\nX-Evil: 1'],
  ['kind', 'image'],
  ['sizeBytes', -1],
  ['sizeBytes', 1.5],
  ['usageCount', -1],
  ['usageCount', Number.MAX_SAFE_INTEGER],
  ['usageCount', '3'],
])('rejects a library file whose %s is %j and names the field', async (field, value) => {
  const { api } = await openWorkspace();
  const refused = await api.post('/api/media-library', { ...file, [field]: value });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([`body.${field}`]);
});

test('accepts a link of our own and a content type with parameters', async () => {
  const { api } = await openWorkspace();
  const voice = { ...file, url: '/media/abc123', contentType: 'audio/ogg; codecs=opus', kind: 'AUDIO' };
  const created = await api.post('/api/media-library', voice);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject(voice);
});

test('rejects a library id that is taken, but not the same id in another workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await api.post('/api/media-library', file);
  const refused = await api.post('/api/media-library', { ...file, name: 'Another' });
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('id_taken');
  const other = await otherWorkspace();
  expect((await other.post('/api/media-library', file)).status).toBe(201);
  expect((await api.get('/api/media-library')).body.data).toHaveLength(1);
});

test('renames a library file and changes nothing else', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock });
  const { body: created } = await api.post('/api/media-library', { ...file, id: 'menu 2026 ção' });
  clock.advance(60_000);
  const path = `/api/media-library/${encodeURIComponent(created.id)}`;
  const renamed = await api.patch(path, { name: ' New menu ' });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toEqual({ ...created, name: 'New menu', updatedAt: '2026-11-21T12:01:00.000Z' });
  expect((await api.patch(path, {})).status).toBe(400);
  expect((await api.patch(path, { name: 'n'.repeat(121) })).status).toBe(400);
});

test('deletes a library file once', async () => {
  const { api } = await openWorkspace();
  await api.post('/api/media-library', file);
  const deleted = await api.delete(`/api/media-library/${file.id}`);
  expect(deleted.status).toBe(200);
  expect(deleted.body).toEqual({ id: file.id, deleted: true });
  expect((await api.delete(`/api/media-library/${file.id}`)).status).toBe(404);
  expect((await api.get('/api/media-library')).body.data).toEqual([]);
});

test('counts every use of a library file, even simultaneous ones', async () => {
  const { api } = await startApp({ clock: new ManualClock() });
  await api.post('/api/media-library', file);
  const uses = await Promise.all(Array.from({ length: 20 }, () => api.post(`/api/media-library/${file.id}/used`)));
  expect(new Set(uses.map((use) => use.status))).toEqual(new Set([200]));
  const counts = uses.map((use) => use.body.usageCount).sort((a, b) => a - b);
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => file.usageCount + index + 1));
  expect(uses[0]?.body.lastUsedAt).toBe('2026-11-21T12:00:00.000Z');
});

test('neither shows nor changes a library entry of another workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await api.post('/api/media-library', file);
  const { body: quick } = await api.post('/api/quick-replies', reply);
  const other = await otherWorkspace();
  expect((await other.get('/api/media-library')).body.data).toEqual([]);
  expect((await other.get('/api/quick-replies')).body.data).toEqual([]);
  for (const path of [`/api/media-library/${file.id}`, `/api/quick-replies/${quick.id}`]) {
    expect((await other.delete(path)).status).toBe(404);
    expect((await other.post(`${path}/used`)).status).toBe(404);
  }
  expect((await other.patch(`/api/media-library/${file.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await api.get('/api/media-library')).body.data[0]).toMatchObject(file);
});

test('stores quick replies and lists them by shortcut', async () => {
  const { api } = await startApp({ clock: new ManualClock() });
  const created = await api.post('/api/quick-replies', { ...reply, shortcut: ' /Hours ' });
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^qr_[0-9a-z]{26}$/),
    ...reply,
    group: null,
    fileIds: [],
    usageCount: 0,
    lastUsedAt: null,
    createdAt: at,
    updatedAt: at,
  });
  await api.post('/api/quick-replies', { shortcut: '/address', content: 'Rua das Flores, 7\n' });
  const list = await api.get('/api/quick-replies');
  expect(list.body.data.map((entry: { shortcut: string }) => entry.shortcut)).toEqual(['/address', '/Hours']);
  expect(list.body.data[0].content).toBe('Rua das Flores, 7\n');
});

test('rejects a shortcut that is in use, in any case', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await api.post('/api/quick-replies', { shortcut: 'Às ordens', content: 'x' });
  const refused = await api.post('/api/quick-replies', { shortcut: 'às ORDENS', content: 'y' });
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('shortcut_taken');
  const other = await otherWorkspace();
  expect((await other.post('/api/quick-replies', { shortcut: 'às ordens', content: 'z' })).status).toBe(201);
});

test.each([
  ['shortcut', ' '],
  ['shortcut', 's'.repeat(41)],
  ['content', ''],
  ['content', ' \n '],
  ['content', 'c'.repeat(4001)],
])('rejects a quick reply whose %s is %j', async (field, value) => {
  const { api } = await openWorkspace();
  const refused = await api.post('/api/quick-replies', { ...reply, [field]: value });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].field).toBe(`body.${field}`);
});

test('accepts a quick reply at its bounds', async () => {
  const { api } = await openWorkspace();
  const longest = { shortcut: 's'.repeat(40), content: 'c'.repeat(4000) };
  expect((await api.post('/api/quick-replies', longest)).body).toMatchObject(longest);
});

test('counts the uses of a quick reply and deletes it', async () => {
  const { api } = await openWorkspace();
  const { body: created } = await api.post('/api/quick-replies', reply);
  await api.post(`/api/quick-replies/${created.id}/used`);
  const used = await api.post(`/api/quick-replies/${created.id}/used`);
  expect(used.body.usageCount).toBe(2);
  expect(Date.parse(used.body.lastUsedAt)).toBeGreaterThan(0);
  expect((await api.delete(`/api/quick-replies/${created.id}`)).body).toEqual({ id: created.id, deleted: true });
  expect((await api.post(`/api/quick-replies/${created.id}/used`)).status).toBe(404);
  expect((await api.delete(`/api/quick-replies/${missing}`)).status).toBe(404);
  expect((await api.post('/api/quick-replies', reply)).status).toBe(201);
});

test('rejects more entries than the unpaged list may hold', async () => {
  const { api, app, workspace } = await openWorkspace();
  await app.platform.write(async ({ db, now }) => {
    for (let index = 0; index < 2_000; index++) {
      const shortcut = `s${index}`;
      const columns = { workspace_id: workspace.id, shortcut, folded_shortcut: shortcut, content: 'x' };
      const row = { id: `qr_${index}`, usage_count: 0, last_used_at: null, created_at: now, updated_at: now };
      await db
        .insertInto('quick_replies')
        .values({ ...columns, ...row })
        .execute();
    }
  });
  const refused = await api.post('/api/quick-replies', reply);
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('library_full');
  expect((await api.get('/api/quick-replies')).body.data).toHaveLength(2_000);
});

test('emits no event for the library, which has none in the catalogue', async () => {
  const { api, events } = await openWorkspace();
  await api.post('/api/media-library', file);
  await api.post('/api/quick-replies', reply);
  expect(await events()).toEqual([]);
});

test('keeps the group and the files of a quick reply, and changes only what is given', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock });
  await api.post('/api/media-library', file);
  await api.post('/api/media-library', { ...file, id: 'map' });
  const draft = { ...reply, group: ' Welcome ', fileIds: ['map', file.id, 'map'] };
  const { body: created } = await api.post('/api/quick-replies', draft);
  expect(created).toMatchObject({ group: 'Welcome', fileIds: ['map', file.id] });
  clock.advance(60_000);
  const path = `/api/quick-replies/${created.id}`;
  const changed = await api.patch(path, { content: 'Closed.', fileIds: ['map'] });
  const updatedAt = '2026-11-21T12:01:00.000Z';
  expect(changed.body).toEqual({ ...created, content: 'Closed.', fileIds: ['map'], updatedAt });
  expect((await api.patch(path, { group: null })).body).toMatchObject({ group: null, content: 'Closed.' });
  expect((await api.patch(`/api/quick-replies/${missing}`, { content: 'x' })).status).toBe(404);
});

test('rejects a change to a shortcut that another quick reply has, but not another spelling of its own', async () => {
  const { api } = await openWorkspace();
  await api.post('/api/quick-replies', reply);
  const { body: other } = await api.post('/api/quick-replies', { ...reply, shortcut: '/other' });
  const refused = await api.patch(`/api/quick-replies/${other.id}`, { shortcut: '/HOURS' });
  expect([refused.status, refused.body.code]).toEqual([409, 'shortcut_taken']);
  expect((await api.patch(`/api/quick-replies/${other.id}`, { shortcut: '/Other' })).body.shortcut).toBe('/Other');
});

test('rejects a file that the library of the workspace does not have', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await (await otherWorkspace()).post('/api/media-library', file);
  const refused = await api.post('/api/quick-replies', { ...reply, fileIds: [file.id] });
  expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference']);
  expect(refused.body.errors[0].field).toBe('body.fileIds[0]');
  const { body: created } = await api.post('/api/quick-replies', reply);
  expect((await api.patch(`/api/quick-replies/${created.id}`, { fileIds: [file.id] })).status).toBe(404);
});
