import { expect, test } from 'vitest';
import { maria, openConversation } from '../../support/shop/conversation.ts';

/** A careless text reader needs seconds at least for each; the first one never ends. */
const hostile: [what: string, text: string, contentType: string][] = [
  ['comments without a page after them', `${'<!--a-->'.repeat(40)}z`, 'text/plain'],
  ['brackets that are no links', '['.repeat(65_536), 'text/plain'],
  ['links that never end', '[a]('.repeat(16_384), 'text/plain'],
  ['comments that never end', '<!--'.repeat(16_384), 'text/plain'],
  ['blanks alone', ' '.repeat(65_536), 'text/plain'],
];

test.each(hostile)('recognizes a file of %s by its bytes without delay', async (_name, text, contentType) => {
  const { api, path } = await openConversation();
  const { status, body } = await api.upload(`${path}/upload-media`, text, 'a.html');
  expect([status, body.contentType]).toEqual([200, contentType]);
});

test('receives a customer’s attachment that consists only of comments', async () => {
  const { api, channel } = await openConversation();
  const [, text] = hostile[0] as (typeof hostile)[number];
  const { body: media } = await api.upload(`/api/simulator/channels/${channel.id}/media`, text, 'a.html');
  const message = await channel.customerSays(maria, 'Veja', { type: 'DOCUMENT', mediaId: media.mediaId });
  const find = async () => {
    const { body } = await api.get(`/api/conversations/${message.conversationId}/messages`);
    return body.data.find(({ id }: { id: string }) => id === message.id)?.media?.contentType;
  };
  await expect.poll(find).toBe('text/plain');
});

test.each([
  ['an SVG after several comments', '<?xml version="1.0"?>\n<!-- a -->\n<!-- b -->\n<svg xmlns="x">', 'image/svg+xml'],
  ['an SVG with its doctype', '<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "x">\n<svg>', 'image/svg+xml'],
  ['a page after comments', '<!-- a -->\n<!-- b --><!doctype html><p>x', 'text/html'],
  ['a page in XML', '<?xml version="1.0"?>\n<html><body>', 'text/html'],
  ['XML', '<?xml version="1.0"?><!-- a --><menu/>', 'application/xml'],
  ['a link in Markdown', 'Veja [o [novo] cardápio](https://example.com/menu) ou [a](b).', 'text/markdown'],
])('recognizes %s', async (_name, text, contentType) => {
  const { api, path } = await openConversation();
  expect((await api.upload(`${path}/upload-media`, text, 'a.bin')).body.contentType).toBe(contentType);
});
