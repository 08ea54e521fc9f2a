import { expect, test } from 'vitest';
import { makePdf } from '../../support/files/samples.ts';
import { eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { messagesWith, openPaired } from './shop.ts';

const fetched = { error: null, mediaPending: false, media: { fileName: 'a.pdf', sizeBytes: makePdf().length } };

/** Maria sends a document that the provider no longer has. */
async function openExpired({ staysOnPhone }: { staysOnPhone: boolean }) {
  const clock = new ManualClock();
  const { shop, server } = await openPaired({ clock });
  const document = { document: makePdf(), mimetype: 'application/pdf', fileName: 'a.pdf' };
  const message = await server.media.upload(document);
  server.media.expire(message, { staysOnPhone });
  await server.say(maria, message);
  /** The message, once it satisfies `check`; meanwhile the clock moves on. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  const shown = (check: (message: any) => boolean) =>
    eventually(async () => {
      const message = (await messagesWith(shop, maria))?.[0];
      clock.advance(1_000);
      return message && check(message) && message;
    });
  return { shown };
}

test('an attachment that the provider no longer has is requested from the phone', async () => {
  const { shown } = await openExpired({ staysOnPhone: true });
  expect(await shown(({ mediaPending }) => !mediaPending)).toMatchObject(fetched);
});

test('an attachment that the phone does not have either is lost', async () => {
  const { shown } = await openExpired({ staysOnPhone: false });
  const message = await shown(({ mediaPending }) => !mediaPending);
  expect(message).toMatchObject({ type: 'DOCUMENT', media: null, error: { code: 'media_unavailable' } });
});
