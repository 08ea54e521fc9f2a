import { describe, expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { makePdf, makeVoiceNote } from '../../support/files/samples.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { openConsole } from '../../support/server/console.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { conversationPath } from '../channels/conformance-support.ts';
import { openCloudShop } from './support.ts';

const dayMs = 24 * 3_600_000;

/** A shop whose customers send documents of which the vendor may lack the bytes. */
async function openMediaShop() {
  const clock = new ManualClock();
  const cloud = await openCloudShop({ clock });
  const { shop, graph } = cloud;
  const handled = async () => {
    await graph.webhooks.idle();
    await shop.settle();
  };
  const put = () => graph.media.put(makePdf(), 'application/pdf');
  return {
    ...cloud,
    clock,
    handled,
    put,
    writes: (phone: string, body: string) => graph.messages.customerSends({ phone }, 'text', { body }),
    sends: (phone: string, id = put(), filename = 'a.pdf') => {
      graph.messages.customerSends({ phone }, 'document', { id, mime_type: 'application/pdf', filename });
      return id;
    },
    /** The messages with a customer, oldest first. */
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
    async messages(phone = maria): Promise<any[]> {
      const path = await conversationPath(shop.api, phone);
      return path ? (await shop.api.get(`${path}/messages`)).body.data.toReversed() : [];
    },
    lookUps: (id: string) => graph.requests.filter(({ path }) => path === `/${id}`).length,
    async pass(ms: number, times = 1) {
      for (let turn = 0; turn < times; turn++) {
        clock.advance(ms);
        await handled();
      }
    },
  };
}

const fetched = { error: null, mediaPending: false, media: { fileName: 'a.pdf', sizeBytes: makePdf().length } };
const lost = { media: null, mediaPending: false, error: { code: 'media_unavailable' } };

describe('a received file', () => {
  test('is fetched with the token', async () => {
    const { sends, handled, messages, lookUps } = await openMediaShop();
    const id = sends(maria);
    await handled();
    expect(await messages()).toMatchObject([{ type: 'DOCUMENT', ...fetched }]);
    expect(lookUps(id)).toBe(1);
  });

  test('is fetched at a new address when the first has expired', async () => {
    const { graph, sends, handled, messages, lookUps } = await openMediaShop();
    graph.media.expiredUrls = 1;
    const id = sends(maria);
    await handled();
    expect(await messages()).toMatchObject([fetched]);
    expect(lookUps(id)).toBe(2);
  });

  test('that is slow delays neither its own message nor the words of this customer or of others', async () => {
    const { shop, graph, put, sends, writes, handled, messages } = await openMediaShop();
    const id = put();
    const release = graph.media.hold(id);
    sends(maria, id);
    writes(maria, 'Viu?');
    writes(joao, 'Oi, quanto custa?');
    await eventually(async () => (await messages(joao)).length === 1);
    const [message] = await eventually(async () => {
      const all = await messages();
      return all.length === 2 && all;
    });
    const expected = { contentType: 'application/pdf', sizeBytes: null, fileName: 'a.pdf' };
    const awaited = { media: expected, mediaUrl: null, mediaPending: true, error: null };
    expect(message).toMatchObject({ type: 'DOCUMENT', ...awaited });
    release();
    await handled();
    expect((await messages())[0]).toMatchObject({ id: message.id, ...fetched });
    const [received] = await shop.events('message.received');
    expect(received?.data).toMatchObject({ id: message.id, mediaUrl: null, mediaPending: true });
    const [status, ...others] = await shop.events('message.status');
    expect(others).toEqual([]);
    expect(status).toMatchObject({
      source: 'CHANNEL',
      data: { id: message.id, status: 'RECEIVED', mediaUrl: expect.any(String), mediaPending: false },
      previous: { mediaPending: true },
    });
  });

  test('is fetched after the earlier files of its chat, while files of other chats do not wait', async () => {
    const { graph, put, sends, handled, messages, lookUps } = await openMediaShop();
    const first = put();
    const release = graph.media.hold(first);
    sends(maria, first);
    const second = sends(maria);
    sends(joao);
    await eventually(async () => (await messages(joao))[0]?.mediaUrl);
    expect(lookUps(second)).toBe(0);
    release();
    await handled();
    expect(await messages()).toMatchObject([fetched, fetched]);
  });

  test('that keeps failing holds up the later ones of its chat for seconds only', async () => {
    const { graph, sends, handled, messages, pass } = await openMediaShop();
    const broken = sends(maria);
    graph.media.expire(broken);
    sends(maria, undefined, 'b.pdf');
    await handled();
    expect(await messages()).toMatchObject([{ mediaPending: true }, { mediaPending: true }]);
    await pass(10_000, 3);
    expect((await messages())[1]).toMatchObject({ mediaPending: false, media: { fileName: 'b.pdf' } });
  });

  test('that arrives damaged is fetched again for as long as the vendor keeps it, with growing pauses', async () => {
    const { graph, sends, handled, messages, lookUps, pass } = await openMediaShop();
    graph.media.corrupt = true;
    const id = sends(maria);
    await handled();
    await pass(3_600_000, 24);
    expect(await messages()).toMatchObject([{ mediaUrl: null, mediaPending: true, error: null }]);
    expect(lookUps(id)).toBeLessThan(15);
    graph.media.corrupt = false;
    await pass(dayMs);
    expect(await messages()).toMatchObject([fetched]);
  });

  test('that the vendor does not have is asked for a few times, then reported as lost', async () => {
    const { shop, graph, sends, handled, messages, lookUps, pass } = await openMediaShop();
    const id = sends(maria);
    graph.media.expire(id);
    await handled();
    expect(await messages()).toMatchObject([{ mediaPending: true, error: null }]);
    await pass(60_000, 5);
    expect(await messages()).toMatchObject([{ type: 'DOCUMENT', ...lost }]);
    expect(lookUps(id)).toBe(4);
    expect(await shop.events('message.status')).toMatchObject([{ data: lost, previous: { mediaPending: true } }]);
    const { body } = await shop.api.get('/api/conversations');
    expect(body.data[0].lastMessage.error).toMatchObject({ code: 'media_unavailable' });
  });

  test('that never arrives whole is lost after a month', async () => {
    const { graph, sends, handled, messages, pass } = await openMediaShop();
    graph.media.corrupt = true;
    sends(maria);
    await handled();
    await pass(dayMs, 32);
    expect(await messages()).toMatchObject([lost]);
  });

  test('is fetched after a restart', async () => {
    const { shop, graph, put, sends, messages, clock, channelId } = await openMediaShop();
    const id = put();
    graph.media.hold(id);
    sends(maria, id);
    await eventually(async () => (await messages())[0]?.mediaPending);
    await shop.app.stop();
    graph.media.hold(id)();
    const again = await startApp({ home: shop.home, clock, env: graph.env });
    graph.webhooks.target = `${again.api.url}/webhooks/cloud/${channelId}`;
    await again.settle();
    const path = await conversationPath(again.api, maria);
    expect((await again.api.get(`${path}/messages`)).body.data).toMatchObject([fetched]);
  });

  test('waits while the channel is not connected', async () => {
    const { shop, graph, put, sends, handled, messages, pass, channelId } = await openMediaShop();
    const id = put();
    graph.media.expire(id);
    sends(maria, id);
    await handled();
    await shop.api.post(`/api/channels/${channelId}/deactivate`);
    await pass(3_600_000, 3);
    expect(await messages()).toMatchObject([{ mediaPending: true, error: null }]);
    await shop.api.post(`/api/channels/${channelId}/reactivate`);
    await pass(60_000, 5);
    expect(await messages()).toMatchObject([lost]);
  });

  test('is fetched while sending is paused', async () => {
    const { shop, sends, handled, messages } = await openMediaShop();
    await shop.app.platform.write(({ db }) => setSendingPaused(db, true));
    sends(maria);
    await handled();
    expect(await messages()).toMatchObject([fetched]);
  });

  test('of an erased customer is not kept', async () => {
    const { shop, graph, put, sends, handled, messages } = await openMediaShop();
    const id = put();
    const release = graph.media.hold(id);
    sends(maria, id);
    await eventually(async () => (await messages())[0]?.mediaPending);
    await eventually(async () => graph.requests.some(({ path }) => path === `/${id}`));
    const { database } = shop.app.platform;
    const { id: contactId } = await database.read.selectFrom('contacts').select('id').executeTakeFirstOrThrow();
    const owner = await openConsole(shop);
    const erased = await owner.post('/owner/contacts/delete', { ids: [contactId] });
    expect(erased.status).toBe(200);
    release();
    await handled();
    expect(await database.read.selectFrom('files').selectAll().execute()).toEqual([]);
    expect(await database.read.selectFrom('message_media').selectAll().execute()).toEqual([]);
  });
});

test('a voice note is received as AUDIO', async () => {
  const { graph, handled, messages } = await openMediaShop();
  const voice = graph.media.put(makeVoiceNote(), 'audio/ogg');
  const note = { id: voice, mime_type: 'audio/ogg; codecs=opus', voice: true };
  graph.messages.customerSends({ phone: maria }, 'audio', note);
  await handled();
  const media = { contentType: 'audio/ogg; codecs=opus', fileName: 'audio.opus' };
  expect(await messages()).toMatchObject([{ type: 'AUDIO', content: null, media }]);
});
