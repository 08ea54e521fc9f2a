import { describe, expect, test } from 'vitest';
import type { RejectionReason } from '../../../server/areas/channels/index.ts';
import { eventually } from '../../support/app.ts';
import { joao, maria } from '../../support/conversation.ts';
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
    test('stores a text with its sender, and tells of it', async () => {
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

    test.each(attachmentTypes)('fetches %s at once and keeps the bytes', async (type) => {
      const { far, api, newest } = await openWithMaria(harness);
      const bytes = await attachments[type].bytes();
      await far.customerSays(maria, { type, file: { bytes, name: attachments[type].name } });
      const message = await newest((entry) => entry.type === type);
      expect(message).toMatchObject({ error: null, media: { sizeBytes: expect.any(Number) } });
      const kept = await fetch(new URL(new URL(message.mediaUrl).pathname, api.url));
      expect(kept.status).toBe(200);
      // Photos are cleaned of what they tell in secret, so their bytes are others.
      if (type !== 'IMAGE') expect(Buffer.from(await kept.arrayBuffer())).toEqual(bytes);
    });

    test('takes a place as a geo URI and an answer with what it answers', async () => {
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

    test('takes a reaction, another one, and none again', async () => {
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

    test('stores once what it is told twice', async () => {
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

    test('keeps two customers apart', async () => {
      const { far, api, messages } = await openWithMaria(harness);
      await far.customerSays(joao, { content: 'Boa noite' });
      const other = await eventually(() => conversationPath(api, joao));
      expect((await inboxOf(api, other).messages()).map((entry) => entry.content)).toEqual(['Boa noite']);
      expect(await messages()).toHaveLength(1);
    });
  });
}

/** When a message took its steps, as far as it has. */
export const timesOf = (message: Record<string, unknown>): string[] =>
  ['createdAt', 'sentAt', 'deliveredAt', 'readAt'].flatMap((step) => (message[step] ? [String(message[step])] : []));

/** How the API answers a send that the provider refuses; a matter of the one message is 201 FAILED. */
const answers: Partial<Record<RejectionReason, [status: number, code: string]>> = {
  window_closed: [409, 'window_closed'],
  template_unusable: [409, 'template_unusable'],
  temporary: [503, 'provider_unreachable'],
  rate_limited: [503, 'provider_unreachable'],
  credentials: [503, 'provider_unreachable'],
};

export function describeSending(name: string, harness: Harness): void {
  describe(`${name}: sending`, () => {
    test('carries a text and a place, in their order', async () => {
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

    test.each(attachmentTypes)('carries %s with its bytes', async (type) => {
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

    test('answers a message of the customer, and reacts to it', async () => {
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

    test('follows the receipts up to READ and tells of each', async () => {
      const { shop, far, send, newest } = await openWithMaria(harness);
      expect((await send({ content: 'Seu pedido saiu' })).body).toMatchObject({ sentAt: expect.any(String) });
      await newest((entry) => entry.status === 'DELIVERED');
      await far.readAll(maria);
      const read = await newest((entry) => entry.status === 'READ');
      expect(read).toMatchObject({ deliveredAt: expect.any(String), readAt: expect.any(String) });
      const told = (await shop.events('message.status')).map((event) => event.data.status);
      // A receipt may overtake the answer to who sent: then nobody is told of SENT after it.
      expect(told.filter((status) => status !== 'SENT')).toEqual(['DELIVERED', 'READ']);
      expect(told.slice(0, -2)).toEqual(told[0] === 'SENT' ? ['SENT'] : []);
      expect(await shop.events('message.sent')).toHaveLength(1);
      for (const message of [read, ...(await shop.events('message.sent', 'message.status')).map(({ data }) => data)]) {
        const times = timesOf(message);
        expect(times).toEqual(times.toSorted());
      }
    });

    test('never takes a status back, in whatever order the receipts come', async () => {
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

    test.each(harness.declares.refusals)('tells a refusal because of %s and sends nothing', async (reason) => {
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

    test('never sends again what may have arrived', async () => {
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
