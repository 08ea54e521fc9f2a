import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { proto, type WAMessage } from 'baileys';
import { describe, expect, test } from 'vitest';
import { MessageSecrets } from '../../../server/areas/qr/client/message-secrets.ts';
import { silentKinds } from '../../../server/areas/qr/client/read-contents.ts';
import { readMessage } from '../../../server/areas/qr/client/read-message.ts';
import { eventually } from '../../support/server/app.ts';
import { qrExamples, silentExamples } from './message-examples.ts';
import { conversationWith, type LiveShop, messagesWith, openPaired, text } from './shop.ts';

/** A customer of the paired shop who has not received a message yet. */
function newCustomer({ server, shop }: LiveShop, number = 1) {
  const phone = `+55119800${String(10_000 + number)}`;
  server.customer(phone, 'Bia');
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  const holds = (isSeen: (messages: any[]) => boolean) =>
    eventually(async () => {
      const messages = await messagesWith(shop, phone);
      return messages && isSeen(messages) && messages;
    });
  return {
    phone,
    says: (message: proto.IMessage) => server.say(phone, message),
    writesOnPhone: (message: proto.IMessage) => server.writeOnPhone(phone, message),
    holds,
    key: (id: string, fromMe = true) => ({ remoteJid: server.phone.pnJid, fromMe, id }),
  };
}

describe('a customer’s message', () => {
  test('of every kind is shown, and the customer waits', async () => {
    const live = await openPaired();
    for (const [index, { name, message, shown }] of qrExamples.entries()) {
      const { says, holds, phone } = newCustomer(live, index);
      await says(message);
      const [seen] = await holds(({ length }) => length === 1);
      expect(seen, name).toMatchObject({ direction: 'INBOUND', type: 'TEXT', notice: null, ...shown });
      const { body } = await live.shop.api.get(await conversationWith(live.shop, phone));
      expect(body, name).toMatchObject({ unreadCount: 1, waitingSince: expect.any(String) });
    }
    expect(live.server.faults).toEqual([]);
  });

  test('without content for people leaves no trace', async () => {
    const live = await openPaired();
    for (const [index, { name, message }] of silentExamples.entries()) {
      const { says, holds } = newCustomer(live, index);
      await says(message);
      await says(text('Oi'));
      expect(await holds(({ length }) => length > 0), name).toMatchObject([{ content: 'Oi' }]);
    }
  });

  test('has its sticker marked, and a picture to be seen once', async () => {
    const live = await openPaired();
    const { says, holds } = newCustomer(live);
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const { stickerMessage } = await live.server.media.upload({ sticker: image, mimetype: 'image/png' });
    const { imageMessage } = await live.server.media.upload({ image, mimetype: 'image/png', caption: 'Só uma vez' });
    await says({ lottieStickerMessage: { message: { stickerMessage } } });
    await says({ viewOnceMessageV2: { message: { imageMessage } } });
    const messages = await holds(({ length }) => length === 2);
    expect(messages).toMatchObject([
      { type: 'IMAGE', content: null, enclosed: { marks: ['sticker'] } },
      { type: 'IMAGE', content: 'Só uma vez', enclosed: { marks: ['viewOnce'] } },
    ]);
  });

  test.each(['view_once', 'view_once_unavailable_fanout'])(
    'that the vendor withholds (%s) leaves a notice',
    async (type) => {
      const live = await openPaired();
      const { phone, holds } = newCustomer(live);
      live.server.withhold(phone, type);
      expect(await holds(({ length }) => length === 1)).toMatchObject([
        { content: null, notice: { kind: 'viewOnce' } },
      ]);
    },
  );

  test('with a cart shows the items that the vendor returns, and the names of the shop’s items', async () => {
    const live = await openPaired();
    const { says, holds } = newCustomer(live);
    const { api } = live.shop;
    const { body: agent } = await api.post('/api/ai-agents', { name: 'Bela', language: 'pt' });
    const { body: item } = await api.post(`/api/ai-agents/${agent.id}/catalog-items`, {
      name: 'Suco',
      price: 8,
      active: true,
    });
    const suco = { id: item.id, name: '', price: '8000', currency: 'BRL', quantity: '1' };
    const pizza = { id: '77', name: 'Pizza calabresa', price: '45500', currency: 'BRL', quantity: '2' };
    live.server.carts.set('592', [pizza, suco]);
    await says({
      orderMessage: { orderId: '592', itemCount: 3, token: 'x', totalAmount1000: 99_000, totalCurrencyCode: 'BRL' },
    });
    const [cart] = await holds(({ length }) => length === 1);
    expect(cart.content).toBe('2 × Pizza calabresa (45,50 BRL)\n1 × Suco (8,00 BRL)');
    expect(cart.enclosed.order).toMatchObject({ itemCount: 3, total: 99, items: [{ quantity: 2 }, { name: 'Suco' }] });
  });
});

test.each([
  ['customer', false],
  ['owner', true],
])('every kind of content that the library knows is shown, whatever its form, from the %s', (_, fromMe) => {
  const knowledge = { phoneOf: () => null, own: () => [], secrets: new MessageSecrets() };
  const kinds = Object.entries(proto.Message.prototype).flatMap(([kind, absent]) => (absent === null ? kind : []));
  const silent = kinds.filter((kind) => {
    const key = { id: kind, remoteJid: '5511980000001@s.whatsapp.net', fromMe };
    return (
      readMessage({ key, message: { [kind]: kind === 'conversation' ? '' : {} } } as WAMessage, knowledge) === null
    );
  });
  expect(kinds.length).toBeGreaterThan(90);
  const handled = fromMe ? ['reactionMessage'] : [];
  expect(silent.filter((kind) => !silentKinds.has(kind) && !handled.includes(kind))).toEqual([]);
});

describe('a correction on a phone', () => {
  test('by the customer changes the text, in each form of the apps', async () => {
    const live = await openPaired();
    const { says, holds, key } = newCustomer(live);
    const first = await says(text('Quero 2 pizzas'));
    const protocolMessage = { key: key(first), type: 14, editedMessage: text('Quero 3 pizzas') };
    await says({ protocolMessage });
    await holds(([message]) => message?.content === 'Quero 3 pizzas');
    await says({
      editedMessage: { message: { protocolMessage: { ...protocolMessage, editedMessage: text('Quero 4 pizzas') } } },
    });
    const [message, ...others] = await holds(([seen]) => seen?.content === 'Quero 4 pizzas');
    expect(others).toEqual([]);
    expect(message.earlier).toMatchObject([{ content: 'Quero 2 pizzas' }, { content: 'Quero 3 pizzas' }]);
  });

  test('that newer apps encrypt by the secret of the message is read', async () => {
    const live = await openPaired();
    const { phone, says, holds, key } = newCustomer(live);
    const messageSecret = randomBytes(32);
    const first = await says({ ...text('Quero 2 pizzas'), messageContextInfo: { messageSecret } });
    await holds(({ length }) => length === 1);
    const protocolMessage = { key: key(first), type: 14, editedMessage: text('Quero 5 pizzas') };
    const author = live.server.customer(phone).lidJid;
    await says(encryptEdit(first, author, messageSecret, { protocolMessage }));
    const [message, ...others] = await holds(([seen]) => seen?.content === 'Quero 5 pizzas');
    expect(others).toEqual([]);
    expect(message.editedAt).not.toBeNull();
  });

  test('by the owner changes the shop’s message, and a deletion by either is marked', async () => {
    const live = await openPaired();
    const { phone, says, writesOnPhone, holds, key } = newCustomer(live);
    const question = await says(text('Quanto custa?'));
    await holds(({ length }) => length === 1);
    const answer = await writesOnPhone(text('Custa 50'));
    await holds(({ length }) => length === 2);
    const own = { remoteJid: live.server.customer(phone).pnJid, fromMe: true, id: answer };
    await writesOnPhone({ protocolMessage: { key: own, type: 14, editedMessage: text('Custa 60') } });
    await holds(([, seen]) => seen?.content === 'Custa 60');
    await writesOnPhone({ protocolMessage: { key: own, type: 0 } });
    await says({ protocolMessage: { key: key(question), type: 0 } });
    const messages = await holds((seen) => seen.every(({ deletedAt }) => deletedAt !== null));
    expect(messages).toMatchObject([
      { author: 'CONTACT', content: null, earlier: [{ content: 'Quanto custa?' }] },
      { author: 'HUMAN', content: null, earlier: [{ content: 'Custa 50' }, { content: 'Custa 60' }] },
    ]);
  });

  test('of another customer’s message or of the shop’s changes nothing', async () => {
    const live = await openPaired();
    const one = newCustomer(live);
    const other = newCustomer(live, 2);
    const first = await one.says(text('Quero 2 pizzas'));
    await one.holds(({ length }) => length === 1);
    await other.says({ protocolMessage: { key: other.key(first), type: 0 } });
    await other.says({ protocolMessage: { key: other.key(first), type: 14, editedMessage: text('Quero 300') } });
    expect(await other.holds(({ length }) => length === 1)).toMatchObject([{ content: 'Quero 300' }]);
    expect(await one.holds(() => true)).toMatchObject([{ content: 'Quero 2 pizzas', editedAt: null, deletedAt: null }]);
  });
});

test('a vote in the owner’s poll shows what the customer chose', async () => {
  const live = await openPaired();
  const { phone, says, writesOnPhone, holds } = newCustomer(live);
  await says(text('Oi'));
  await holds(({ length }) => length === 1);
  const messageSecret = randomBytes(32);
  const options = [{ optionName: 'Sábado' }, { optionName: 'Domingo' }];
  const poll = await writesOnPhone({
    pollCreationMessage: { name: 'Que dia?', options },
    messageContextInfo: { messageSecret },
  });
  await holds(({ length }) => length === 2);
  const { server } = live;
  const vote = encryptVote('Domingo', {
    poll,
    messageSecret,
    creator: server.phone.pnJid,
    voter: server.customer(phone).pnJid,
  });
  await says({ pollUpdateMessage: { pollCreationMessageKey: { id: poll, remoteJid: server.phone.pnJid }, vote } });
  const [, , seen] = await holds(({ length }) => length === 3);
  expect(seen).toMatchObject({ content: null, notice: { kind: 'pollVote', title: 'Que dia?', lines: ['Domingo'] } });
});

test('a customer’s call leaves a notice and waits for a person; the owner’s answer on the phone ends the wait', async () => {
  const live = await openPaired();
  const { phone, holds } = newCustomer(live);
  const { server, shop } = live;
  server.call(phone, 'CALL1', { tag: 'offer', isVideo: true });
  server.call(phone, 'CALL1', { tag: 'terminate', reason: 'timeout' });
  expect(await holds(({ length }) => length === 1)).toMatchObject([{ content: null, notice: { kind: 'videoCall' } }]);
  const path = await conversationWith(shop, phone);
  expect((await shop.api.get(path)).body.waitingSince).not.toBeNull();
  server.call(phone, 'CALL2', { tag: 'offer' });
  server.call(phone, 'CALL2', { tag: 'terminate', reason: 'accepted_elsewhere' });
  expect(await holds(({ length }) => length === 3)).toMatchObject([
    { notice: { kind: 'videoCall' } },
    { direction: 'INBOUND', notice: { kind: 'call' } },
    { direction: 'OUTBOUND', notice: { kind: 'call' } },
  ]);
  expect((await shop.api.get(path)).body.waitingSince).toBeNull();
});

test('the own card of a customer who hides her number gives it to her, if it was asked for', async () => {
  const { server, shop } = await openPaired();
  const phone = '+5511970031777';
  server.customer(phone, 'Nina');
  await server.say(phone, text('Oi'), { as: 'hidden' });
  const path = await conversationWith(shop, server.customer(phone).lidJid.split('@')[0] as string);
  await shop.api.post(`${path}/messages`, { content: 'Seu número?', request: 'contactInfo' });
  const vcard = `BEGIN:VCARD\nFN:Nina\nTEL;waid=${phone.slice(1)}:${phone}\nEND:VCARD`;
  await server.say(phone, { contactMessage: { displayName: 'Nina', vcard } }, { as: 'hidden' });
  expect(await eventually(async () => (await shop.api.get(path)).body.contact.phone)).toBe(phone);
});

const seal = (key: Buffer, iv: Buffer, plain: Uint8Array, about: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(about);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const derive = (secret: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), Buffer.from(info), 32));

/** A correction in the form of newer apps. */
function encryptEdit(id: string, author: string, secret: Buffer, message: proto.IMessage): proto.IMessage {
  const encIv = randomBytes(12);
  const plain = proto.Message.encode(message).finish();
  const encPayload = seal(derive(secret, `${id}${author}${author}Message Edit`), encIv, plain, Buffer.alloc(0));
  return { secretEncryptedMessage: { targetMessageKey: { id, fromMe: true }, encPayload, encIv, secretEncType: 2 } };
}

function encryptVote(
  option: string,
  { poll, messageSecret, creator, voter }: { poll: string; messageSecret: Buffer; creator: string; voter: string },
): proto.Message.IPollEncValue {
  const encIv = randomBytes(12);
  const hash = createHash('sha256').update(option).digest();
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions: [hash] }).finish();
  const key = derive(messageSecret, `${poll}${creator}${voter}Poll Vote`);
  return { encPayload: seal(key, encIv, plain, Buffer.from(`${poll}\u0000${voter}`)), encIv };
}
