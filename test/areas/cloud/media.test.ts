import { describe, expect, test } from 'vitest';
import { makePdf, makeVoiceNote } from '../../support/files/samples.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { openCloudShop } from './support.ts';

/** Maria sends a PDF with the vendor's id; resolves with the message after the last attempt. */
async function receivePdf(fault: (graph: Awaited<ReturnType<typeof openCloudShop>>['graph'], id: string) => unknown) {
  const clock = new ManualClock();
  const { shop, graph } = await openCloudShop({ clock });
  const id = graph.media.put(makePdf(), 'application/pdf');
  fault(graph, id);
  graph.messages.customerSends({ phone: maria }, 'document', { id, mime_type: 'application/pdf', filename: 'a.pdf' });
  await graph.webhooks.idle();
  for (let turn = 0; turn < 6; turn++) {
    await shop.settle();
    clock.advance(10_000);
  }
  const [event] = await shop.events('message.received');
  const lookUps = graph.requests.filter(({ path }) => path === `/${id}`).length;
  return { message: event?.data, lookUps, graph };
}

describe('a received file', () => {
  test('is fetched with the token at once', async () => {
    const { message, lookUps } = await receivePdf(() => {});
    expect(message).toMatchObject({
      type: 'DOCUMENT',
      error: null,
      media: { fileName: 'a.pdf', sizeBytes: makePdf().length },
    });
    expect(lookUps).toBe(1);
  });

  test('is fetched at a new address when the first has expired', async () => {
    const { message, lookUps } = await receivePdf((graph) => {
      graph.media.expiredUrls = 1;
    });
    expect(message).toMatchObject({ error: null, media: { sizeBytes: makePdf().length } });
    expect(lookUps).toBe(2);
  });

  test.each([
    [
      'that the vendor no longer has',
      (graph: Awaited<ReturnType<typeof openCloudShop>>['graph'], id: string) => graph.media.expire(id),
    ],
    [
      'that arrives damaged',
      (graph: Awaited<ReturnType<typeof openCloudShop>>['graph']) => {
        graph.media.corrupt = true;
      },
    ],
  ])('%s does not delay the message, is retried a few times, and is reported as unavailable', async (_name, fault) => {
    const { message, lookUps } = await receivePdf(fault);
    expect(message).toMatchObject({ type: 'DOCUMENT', media: null, error: { code: 'media_unavailable' } });
    expect(lookUps).toBe(3);
  });
});

test('a voice note is received as AUDIO and a sticker as IMAGE', async () => {
  const { shop, graph } = await openCloudShop();
  const voice = graph.media.put(makeVoiceNote(), 'audio/ogg');
  graph.messages.customerSends({ phone: maria }, 'audio', {
    id: voice,
    mime_type: 'audio/ogg; codecs=opus',
    voice: true,
  });
  await graph.webhooks.idle();
  const [event] = await shop.events('message.received');
  expect(event?.data).toMatchObject({ type: 'AUDIO', content: null, media: { contentType: 'audio/ogg; codecs=opus' } });
});
