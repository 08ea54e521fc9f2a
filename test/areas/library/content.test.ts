import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePdf, makePhoto } from '../../support/files/samples.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { openConversation } from '../../support/shop/conversation.ts';

const bluePhoto = () =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();

const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test('stores an upload under its name, with a link that does not expire', async () => {
  const { api } = await openWorkspace();
  const uploaded = await api.upload('/api/media-library/upload', await makePhoto(), 'Cardápio de verão.jpg');
  expect(uploaded.status).toBe(201);
  expect(uploaded.body).toMatchObject({
    ...{ name: 'Cardápio de verão.jpg', contentType: 'image/jpeg', kind: 'IMAGE', isStored: true, tags: [] },
    ...{ usageCount: 0, lastUsedAt: null },
  });
  const served = await fetch(uploaded.body.url);
  expect(served.headers.get('content-type')).toBe('image/jpeg');
  expect((await served.arrayBuffer()).byteLength).toBe(uploaded.body.sizeBytes);
  expect((await fetch(`${uploaded.body.url}?thumbnail=true`)).headers.get('content-type')).toBe('image/webp');
  expect((await api.get('/api/media-library')).body.data).toEqual([uploaded.body]);
});

test('rejects an upload that is empty or no readable image, and stores nothing', async () => {
  const { api } = await openWorkspace();
  const empty = await api.upload('/api/media-library/upload', '', 'a.txt');
  expect([empty.status, empty.body.errors[0].code]).toEqual([400, 'empty_file']);
  expect((await api.upload('/api/media-library/upload', makePdf(), 'a.pdf', 'picture')).status).toBe(400);
  expect((await api.get('/api/media-library')).body.data).toEqual([]);
});

test('replaces the content under the same id and link; a message that was sent keeps the earlier one', async () => {
  const { api, path, shop } = await openConversation();
  const { body: file } = await api.upload('/api/media-library/upload', await makePhoto(), 'menu.jpg');
  const before = await bytesOf(file.url);
  await api.patch(`/api/media-library/${file.id}`, { name: 'Menu', tags: ['menu'] });
  const { body: message } = await api.post(`${path}/messages`, { mediaUrl: file.url });
  const replaced = await api.upload(`/api/media-library/${file.id}/content`, await bluePhoto(), 'new.png');
  expect(replaced.status).toBe(200);
  const { id, url } = file;
  expect(replaced.body).toMatchObject({ id, url, name: 'Menu', tags: ['menu'], contentType: 'image/png' });
  const served = await fetch(url);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('cache-control')).toContain('no-cache');
  expect(await bytesOf(message.mediaUrl)).toEqual(before);
  const { body: later } = await api.post(`${path}/messages`, { mediaUrl: url });
  expect(later.media.contentType).toBe('image/png');
  await shop.settle();
});

test('replaces a reference by stored content', async () => {
  const { api } = await openWorkspace();
  const draft = { id: 'menu', name: 'Menu', url: 'https://shop.example/menu.png', contentType: 'image/png' };
  await api.post('/api/media-library', { ...draft, kind: 'IMAGE', sizeBytes: 1, usageCount: 3 });
  const { body } = await api.upload('/api/media-library/menu/content', makePdf(), 'menu.pdf');
  expect(body).toMatchObject({ id: 'menu', kind: 'DOCUMENT', contentType: 'application/pdf', isStored: true });
  expect(body.usageCount).toBe(3);
  expect(await bytesOf(body.url)).toEqual(makePdf());
  expect((await api.upload('/api/media-library/none/content', makePdf(), 'a.pdf')).status).toBe(404);
});

test('keeps each tag once, regardless of case, and keeps the tags when only the name is given', async () => {
  const { api } = await openWorkspace();
  const { body: file } = await api.upload('/api/media-library/upload', makePdf(), 'a.pdf');
  const path = `/api/media-library/${file.id}`;
  const tagged = await api.patch(path, { name: 'A', tags: [' Menu ', 'summer', 'MENU'] });
  expect(tagged.body.tags).toEqual(['MENU', 'summer']);
  expect((await api.patch(path, { name: 'B' })).body.tags).toEqual(['MENU', 'summer']);
  const tooMany = await api.patch(path, { name: 'B', tags: Array.from({ length: 11 }, (_, index) => `t${index}`) });
  expect([tooMany.status, tooMany.body.errors[0].field]).toEqual([400, 'body.tags']);
});

test('lists the quick replies, flows and items of agents in which a file is used', async () => {
  const { api } = await openWorkspace();
  const { body: file } = await api.upload('/api/media-library/upload', await makePhoto(), 'menu.jpg');
  const path = `/api/media-library/${file.id}`;
  expect((await api.get(`${path}/uses`)).body.data).toEqual([]);
  const { body: reply } = await api.post('/api/quick-replies', { shortcut: 'menu', content: 'x', fileIds: [file.id] });
  const { body: agent } = await api.post('/api/ai-agents', { name: 'Bela' });
  const items = `/api/ai-agents/${agent.id}/catalog-items`;
  const { body: item } = await api.post(items, { name: 'Pizza', price: 10, imageUrl: file.url });
  const step = { id: 's1', type: 'message', config: { text: 'Menu', mediaUrl: file.url }, next: null };
  const draft = { aiAgentId: agent.id, name: 'Welcome', trigger: { type: 'keyword', words: ['menu'] } };
  const { body: flow } = await api.post('/api/flows', { ...draft, steps: [step] });
  const { data } = (await api.get(`${path}/uses`)).body;
  expect(data).toEqual([
    { kind: 'QUICK_REPLY', id: reply.id, name: 'menu', agentId: null },
    { kind: 'FLOW', id: flow.id, name: 'Welcome', agentId: null },
    { kind: 'CATALOG_ITEM', id: item.id, name: 'Pizza', agentId: agent.id },
  ]);
});

test('a deleted file leaves its quick replies, and its link ends unless something has it', async () => {
  const { api } = await openWorkspace();
  const upload = async () => (await api.upload('/api/media-library/upload', await makePhoto(), 'a.jpg')).body;
  const [loose, linked] = [await upload(), await upload()];
  const { body: agent } = await api.post('/api/ai-agents', { name: 'Bela' });
  await api.post(`/api/ai-agents/${agent.id}/catalog-items`, { name: 'Pizza', price: 10, imageUrl: linked.url });
  const fileIds = [loose.id, linked.id];
  const { body: reply } = await api.post('/api/quick-replies', { shortcut: 'menu', content: 'x', fileIds });
  await api.delete(`/api/media-library/${loose.id}`);
  expect((await api.get('/api/quick-replies')).body.data[0]).toMatchObject({ id: reply.id, fileIds: [linked.id] });
  await api.delete(`/api/media-library/${linked.id}`);
  expect((await fetch(loose.url)).status).toBe(404);
  expect((await fetch(linked.url)).status).toBe(200);
});
