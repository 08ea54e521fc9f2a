import { describe, expect, test } from 'vitest';
import type { RejectionReason } from '../../../server/areas/channels/index.ts';
import { eventually } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import {
  attachments,
  attachmentTypes,
  conversationPath,
  type Harness,
  inboxOf,
  openWithMaria,
} from './conformance-support.ts';

export function describeReceiving(name: string, harness: Harness): void {
  describe(`${name}: receiving`, () => {
    test('stores a text with its sender and emits an event', async () => {
      const { shop, messages, api, path, channelId } = await openWithMaria(harness);
      expect(await messages()).toMatchObject([
        { direction: 'INBOUND', author: 'CONTACT', type: 'TEXT', content: 'Oi', status: 'RECEIVED', error: null },
      ]);
      const { body } = await api.get(path);
      expect(body).toMatchObject({
        contact: { phone: maria, name: 'Maria' },
        channelId,
        canReply: true,
        unreadCount: 1,
      });
      expect(await shop.events('message.received')).toMatchObject([{ source: 'CHANNEL', data: { content: 'Oi' } }]);
    });

    test.each(attachmentTypes)('fetches %s and stores the bytes', async (type) => {
      const { far, api, newest } = await openWithMaria(harness);
      const bytes = await attachments[type].bytes();
      await far.customerSays(maria, { type, file: { bytes, name: attachments[type].name } });
      const message = await newest((entry) => entry.type === type && !entry.mediaPending);
      expect(message).toMatchObject({ error: null, media: { sizeBytes: expect.any(Number) } });
      const kept = await fetch(new URL(new URL(message.mediaUrl).pathname, api.url));
      expect(kept.status).toBe(200);
      // The bytes of photos change, since their metadata is removed.
      if (type !== 'IMAGE') expect(Buffer.from(await kept.arrayBuffer())).toEqual(bytes);
    });

    test('receives a location as a geo URI, and a reply with the message it refers to', async () => {
      const { far, send, newest } = await openWithMaria(harness);
      const { body: question } = await send({ content: 'Onde fica?' });
      const [shown] = await eventually(async () => (await far.phoneShows(maria)).filter((entry) => entry.content));
      const replyTo = shown?.providerMessageId ?? '';
      await far.customerSays(maria, { content: 'Aqui', replyTo });
      expect((await newest((entry) => entry.content === 'Aqui')).replyToMessageId).toBe(question.id);
      await far.customerSays(maria, { type: 'LOCATION', content: 'geo:-23.55,-46.63' });
      expect(await newest((entry) => entry.type === 'LOCATION')).toMatchObject({
        content: expect.stringMatching(/^geo:-23\.55,-46\.63/),
      });
    });

    test('receives a reaction, its change and its removal', async () => {
      const { far, send, newest } = await openWithMaria(harness);
      await send({ content: 'Pronto' });
      const [shown] = await eventually(async () => (await far.phoneShows(maria)).slice(0, 1));
      const id = shown?.providerMessageId ?? '';
      for (const emoji of ['👍', '❤️']) {
        await far.customerReacts(maria, id, emoji);
        const { reactions } = await newest((entry) => entry.reactions[0]?.emoji === emoji);
        expect(reactions).toEqual([{ emoji, author: 'CONTACT', at: expect.any(String) }]);
      }
      await far.customerReacts(maria, id, '');
      await newest((entry) => entry.reactions.length === 0);
    });

    test('stores a repeated event once', async () => {
      const { shop, far, messages, send, newest } = await openWithMaria(harness);
      await far.duplicate();
      await far.customerSays(maria, { content: 'Uma vez só' });
      await newest((entry) => entry.content === 'Uma vez só');
      await send({ content: 'Certo' });
      await far.readAll(maria);
      await newest((entry) => entry.status === 'READ');
      await shop.settle();
      expect((await messages()).map((entry) => entry.content)).toEqual(['Oi', 'Uma vez só', 'Certo']);
      expect(await shop.events('message.received')).toHaveLength(2);
      const statuses = (await shop.events('message.status')).map((event) => event.data.status);
      expect(statuses).toEqual([...new Set(statuses)]);
    });

    test('separates two customers', async () => {
      const { far, api, messages } = await openWithMaria(harness);
      await far.customerSays(joao, { content: 'Boa noite' });
      const other = await eventually(() => conversationPath(api, joao));
      expect((await inboxOf(api, other).messages()).map((entry) => entry.content)).toEqual(['Boa noite']);
      expect(await messages()).toHaveLength(1);
    });
  });
}

/** The times of a message's steps so far. */
export const timesOf = (message: Record<string, unknown>): string[] =>
  ['createdAt', 'sentAt', 'deliveredAt', 'readAt'].flatMap((step) => (message[step] ? [String(message[step])] : []));

/** The API's response to each rejection; one that concerns only the message is 201 FAILED. */
const answers: Partial<Record<RejectionReason, [status: number, code: string]>> = {
  window_closed: [409, 'window_closed'],
  template_unusable: [409, 'template_unusable'],
  temporary: [503, 'provider_unreachable'],
  not_now: [503, 'provider_unreachable'],
  rate_limited: [503, 'provider_unreachable'],
  credentials: [503, 'provider_unreachable'],
};

export function describeSending(name: string, harness: Harness): void {
  describe(`${name}: sending`, () => {
    test('sends a text and a location in order', async () => {
      const { far, send } = await openWithMaria(harness);
      const texts = ['Um', 'Dois', 'Três'];
      for (const content of texts) expect((await send({ content })).status).toBe(201);
      expect((await send({ type: 'LOCATION', content: 'geo:-23.55,-46.63' })).status).toBe(201);
      const shown = await eventually(async () => {
        const all = await far.phoneShows(maria);
        return all.length === 4 && all;
      });
      expect(shown.slice(0, 3).map((entry) => entry.content)).toEqual(texts);
      expect(shown[3]).toMatchObject({ type: 'LOCATION', content: expect.stringContaining('-23.55') });
    });

    test.each(attachmentTypes)('sends %s with its bytes', async (type) => {
      const { far, api, path, send } = await openWithMaria(harness);
      const { name: fileName, bytes } = attachments[type];
      const sample = await bytes();
      const { body: uploaded } = await api.upload(`${path}/upload-media`, sample, fileName);
      const kept = Buffer.from(await (await fetch(new URL(new URL(uploaded.url).pathname, api.url))).arrayBuffer());
      expect(await send({ type, mediaUrl: uploaded.url })).toMatchObject({ status: 201, body: { error: null } });
      const [shown] = await eventually(async () => {
        const all = await far.phoneShows(maria);
        return all.length === 1 && all;
      });
      expect(shown).toMatchObject({ type });
      expect(shown?.bytes).toEqual(kept);
    });

    test('replies and reacts to a customer’s message', async () => {
      const { far, greeting, api, path, messages, send } = await openWithMaria(harness);
      const [received] = await messages();
      await send({ content: 'Olá!', replyToMessageId: received.id });
      const [shown] = await eventually(async () => (await far.phoneShows(maria)).slice(0, 1));
      expect(shown).toMatchObject({ content: 'Olá!', replyTo: greeting });
      for (const emoji of ['👍', '']) {
        expect((await api.post(`${path}/messages/${received.id}/react`, { emoji })).status).toBe(200);
        await eventually(async () => ((await far.reactionOn(maria, greeting)) ?? '') === emoji);
      }
    });

    test('follows the receipts up to READ and emits an event for each', async () => {
      const { shop, far, send, newest } = await openWithMaria(harness);
      expect((await send({ content: 'Seu pedido saiu' })).body).toMatchObject({ sentAt: expect.any(String) });
      await newest((entry) => entry.status === 'DELIVERED');
      await far.readAll(maria);
      const read = await newest((entry) => entry.status === 'READ');
      expect(read).toMatchObject({ deliveredAt: expect.any(String), readAt: expect.any(String) });
      const told = (await shop.events('message.status')).map((event) => event.data.status);
      // A receipt may overtake the response to the send: then there is no event for SENT after it.
      expect(told.filter((status) => status !== 'SENT')).toEqual(['DELIVERED', 'READ']);
      expect(told.slice(0, -2)).toEqual(told[0] === 'SENT' ? ['SENT'] : []);
      expect(await shop.events('message.sent')).toHaveLength(1);
      for (const message of [read, ...(await shop.events('message.sent', 'message.status')).map(({ data }) => data)]) {
        const times = timesOf(message);
        expect(times).toEqual(times.toSorted());
      }
    });

    test('never moves a status back, in any order of receipts', async () => {
      const { far, send, newest, shop } = await openWithMaria(harness);
      await far.reorder();
      await send({ content: 'Seu pedido saiu' });
      await eventually(async () => (await far.phoneShows(maria)).length === 1);
      await far.readAll(maria);
      await newest((entry) => entry.status === 'READ');
      await shop.settle();
      expect((await newest(() => true)).status).toBe('READ');
      const told = (await shop.events('message.status')).map((event) => event.data.status);
      expect(told.at(-1)).toBe('READ');
    });

    test.each(harness.declares.refusals)('reports the rejection %s and sends nothing', async (reason) => {
      const { far, send, newest, shop } = await openWithMaria(harness);
      await far.failNext(reason);
      const refused = await send({ content: 'Recusada' });
      const [status, code] = answers[reason] ?? [201, undefined];
      expect(refused.status).toBe(status);
      if (code !== undefined) expect(refused.body.code).toBe(code);
      if (status === 503) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await newest((entry) => entry.status === 'FAILED')).toMatchObject({ error: { code: reason } });
      expect(await shop.events('message.sent')).toEqual([]);
      expect(await far.phoneShows(maria)).toEqual([]);
    });

    test('never sends a message again that may have arrived', async () => {
      const { far, send, newest, shop } = await openWithMaria(harness);
      await far.loseNextAnswer();
      const body = { content: 'Só uma vez', idempotencyKey: 'order-4711' };
      const first = await send(body);
      expect(first).toMatchObject({ status: 201, body: { error: null } });
      expect((await send(body)).body.id).toBe(first.body.id);
      await far.readAll(maria);
      await newest((entry) => entry.status === 'READ');
      expect((await send(body)).body).toMatchObject({ id: first.body.id, status: 'READ' });
      expect(await far.phoneShows(maria)).toHaveLength(1);
      expect(await shop.events('message.sent')).toHaveLength(1);
    });
  });
}
