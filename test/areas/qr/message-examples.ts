import type { proto } from 'baileys';

/** Contents that a customer's phone sends, each with its form in a conversation. */
export interface QrExample {
  name: string;
  message: proto.IMessage;
  shown: { type?: string; content: string | null; notice?: object | null; enclosed?: object | null };
}

const vcard = (name: string, ...lines: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `N:;${name};;;`, `FN:${name}`, ...lines, 'END:VCARD'].join('\r\n');

const notice = (kind: string, title: string | null = null, lines: string[] = []) => ({ kind, title, lines });
const words = (conversation: string): proto.IMessage => ({ conversation });
const options = [{ optionName: 'Sábado' }, { optionName: 'Domingo' }];
const poll = { name: 'Que dia?', options };
const pollNotice = notice('poll', 'Que dia?', ['Sábado', 'Domingo']);
const product = {
  productId: '77',
  retailerId: 'bolo-1',
  title: 'Bolo',
  currencyCode: 'BRL',
  priceAmount1000: 45_500,
};
const productShown = { id: 'bolo-1', name: 'Bolo', price: 45.5, currency: 'BRL' };

export const qrExamples: QrExample[] = [
  {
    name: 'a contact card with several numbers and a mail address',
    message: {
      contactMessage: {
        displayName: 'Encanador Zé',
        vcard: vcard(
          'Encanador Zé',
          'item1.TEL;type=CELL;waid=5511977776666:+55 11 97777-6666',
          'item1.X-ABLabel:Celular',
          'TEL;TYPE=WORK;VALUE=uri:tel:+55-11-3333-2222',
          'TEL;waid=5511911110000:',
          'EMAIL;type=INTERNET:ze@canos.example',
        ),
      },
    },
    shown: {
      content: 'Encanador Zé +55 11 97777-6666, +55-11-3333-2222, +5511911110000, ze@canos.example',
      notice: null,
      enclosed: {
        cards: [
          {
            name: 'Encanador Zé',
            phones: ['+55 11 97777-6666', '+55-11-3333-2222', '+5511911110000'],
            emails: ['ze@canos.example'],
          },
        ],
      },
    },
  },
  {
    name: 'cards of old phones: folded, escaped, quoted-printable, without a name or a vCard',
    message: {
      contactsArrayMessage: {
        displayName: '4 contacts',
        contacts: [
          {
            vcard:
              'BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o\nTEL;CELL:11 5555\nEND:VCARD',
          },
          { vcard: 'BEGIN:VCARD\nFN:Padaria\\, Caf\n é\nTEL:1\nEND:VCARD' },
          { displayName: 'Rui', vcard: 'BEGIN:VCARD\nTEL:2\nEND:VCARD' },
          { displayName: 'Ana', vcard: 'nonsense' },
        ],
      },
    },
    shown: { content: 'João 11 5555\nPadaria, Café 1\nRui 2\nAna' },
  },
  {
    name: 'a cart of which the vendor hands over only the number of items',
    message: {
      orderMessage: {
        orderId: '591',
        itemCount: 3,
        message: 'Quero estes',
        orderTitle: 'Pizzaria',
        totalAmount1000: 89_900,
        totalCurrencyCode: 'BRL',
        token: 'x',
      },
    },
    shown: {
      content: 'Quero estes\n🛒 Pizzaria 3 × (89,90 BRL)',
      enclosed: { order: { title: 'Pizzaria', items: [], itemCount: 3, total: 89.9, currency: 'BRL' } },
    },
  },
  {
    name: 'a product of the catalog',
    message: { productMessage: { product, businessOwnerJid: '1@s.whatsapp.net', body: 'Ainda tem?' } },
    shown: { content: 'Ainda tem?\nBolo (45,50 BRL)', enclosed: { product: productShown } },
  },
  {
    name: 'a text about a product of the catalog',
    message: {
      extendedTextMessage: { text: 'Serve 20?', contextInfo: { quotedMessage: { productMessage: { product } } } },
    },
    shown: { content: 'Serve 20?\nBolo (45,50 BRL)', enclosed: { product: productShown } },
  },
  {
    name: 'the answers of a form',
    message: {
      interactiveResponseMessage: {
        body: { text: 'Sent' },
        nativeFlowResponseMessage: {
          name: 'flow',
          paramsJson: '{"flow_token":"tok-1","nome":"Rui","vegetariano":true,"dias":["seg","ter"]}',
        },
      },
    },
    shown: {
      content: 'nome: Rui\nvegetariano: ✓\ndias: seg, ter',
      enclosed: {
        answers: [
          { name: 'nome', value: 'Rui' },
          { name: 'vegetariano', value: 'true' },
          { name: 'dias', value: 'seg, ter' },
        ],
      },
    },
  },
  {
    name: 'the choice of a quick reply',
    message: {
      interactiveResponseMessage: {
        body: { text: 'Retirar' },
        nativeFlowResponseMessage: { name: 'quick_reply', paramsJson: '{"id":"pickup"}' },
      },
    },
    shown: { content: 'Retirar', enclosed: { choice: { title: 'Retirar', description: null } } },
  },
  {
    name: 'the choice from a list',
    message: {
      listResponseMessage: { title: 'Expressa', description: 'Amanhã', singleSelectReply: { selectedRowId: 'e' } },
    },
    shown: { content: 'Expressa\nAmanhã', enclosed: { choice: { title: 'Expressa', description: 'Amanhã' } } },
  },
  {
    name: 'a button',
    message: { buttonsResponseMessage: { selectedButtonId: 'yes', selectedDisplayText: 'Sim' } },
    shown: { content: 'Sim' },
  },
  {
    name: 'the button of a template',
    message: { templateButtonReplyMessage: { selectedId: 'stop', selectedDisplayText: 'Parar promoções' } },
    shown: { content: 'Parar promoções' },
  },
  {
    name: 'a place with its name',
    message: {
      locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé', address: 'Praça da Sé' },
    },
    shown: {
      type: 'LOCATION',
      content: `geo:-23.5,-46.6?q=${encodeURIComponent('Sé, Praça da Sé')}`,
      enclosed: { place: { name: 'Sé', address: 'Praça da Sé' } },
    },
  },
  {
    name: 'a moving place',
    message: { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'A caminho' } },
    shown: {
      type: 'LOCATION',
      content: `geo:1,2?q=${encodeURIComponent('A caminho')}`,
      enclosed: { place: { name: 'A caminho', address: null }, marks: ['live'] },
    },
  },
  { name: 'a poll', message: { pollCreationMessage: poll }, shown: { content: null, notice: pollNotice } },
  {
    name: 'a poll with one choice',
    message: { pollCreationMessageV3: poll },
    shown: { content: null, notice: pollNotice },
  },
  {
    name: 'a poll within a wrapper',
    message: { pollCreationMessageV4: { message: { pollCreationMessage: poll } } },
    shown: { content: null, notice: pollNotice },
  },
  {
    name: 'a vote in a poll that the client has not seen',
    message: { pollUpdateMessage: { pollCreationMessageKey: { id: 'unknown', remoteJid: 'x', fromMe: true } } },
    shown: { content: null, notice: notice('pollVote') },
  },
  {
    name: 'a disappearing text',
    message: { ephemeralMessage: { message: words('Sumindo') } },
    shown: { content: 'Sumindo', enclosed: { marks: ['ephemeral'] } },
  },
  {
    name: 'a forwarded text in a disappearing chat',
    message: {
      extendedTextMessage: { text: 'Veja', contextInfo: { isForwarded: true, forwardingScore: 1, expiration: 86_400 } },
    },
    shown: { content: 'Veja', enclosed: { marks: ['ephemeral', 'forwarded'] } },
  },
  {
    name: 'a text that came by an ad',
    message: {
      extendedTextMessage: {
        text: 'Quero saber mais',
        contextInfo: {
          externalAdReply: {
            title: 'Rodízio',
            body: 'Toda terça',
            sourceUrl: 'https://fb.me/x',
            sourceId: '120',
            ctwaClid: 'ARAk',
          },
        },
      },
    },
    shown: {
      content: 'Quero saber mais',
      enclosed: { ad: { id: '120', headline: 'Rodízio', body: 'Toda terça', url: 'https://fb.me/x', clickId: 'ARAk' } },
    },
  },
  {
    name: 'an invitation to a group',
    message: {
      groupInviteMessage: { groupJid: '1@g.us', inviteCode: 'x', groupName: 'Vizinhos', caption: 'Entra aí' },
    },
    shown: { content: null, notice: notice('groupInvite', 'Vizinhos', ['Entra aí']) },
  },
  {
    name: 'an event',
    message: { eventMessage: { name: 'Festa', startTime: 1_764_547_200, location: { name: 'Salão' } } },
    shown: { content: null, notice: notice('event', 'Festa', ['2025-12-01T00:00:00.000Z', 'Salão']) },
  },
  {
    name: 'a request for money',
    message: {
      requestPaymentMessage: { amount1000: 89_900, currencyCodeIso4217: 'BRL', noteMessage: words('A pizza') },
    },
    shown: { content: null, notice: notice('payment', '89.90 BRL', ['A pizza']) },
  },
  {
    name: 'a call in the history',
    message: { callLogMesssage: { isVideo: true, callOutcome: 1 } },
    shown: { content: null, notice: notice('videoCall') },
  },
  {
    name: 'a message that only the phone may show',
    message: { placeholderMessage: { type: 0 } },
    shown: { content: null, notice: notice('unsupported') },
  },
  {
    name: 'a sticker pack, which nobody lists',
    message: { stickerPackMessage: { stickerPackId: '1', name: 'Gatos' } },
    shown: { content: null, notice: notice('unknown', 'stickerPackMessage', ['Gatos']) },
  },
  {
    name: 'a kind that nobody lists',
    message: { requestPhoneNumberMessage: {} },
    shown: { content: null, notice: notice('unknown', 'requestPhoneNumberMessage') },
  },
  {
    name: 'a kind that the library does not know',
    message: { messageContextInfo: { deviceListMetadataVersion: 2 } },
    shown: { content: null, notice: notice('unknown') },
  },
  {
    name: 'the text of another business’s template',
    message: { templateMessage: { hydratedTemplate: { hydratedContentText: 'Seu boleto', templateId: '1' } } },
    shown: { content: 'Seu boleto' },
  },
  {
    name: 'a correction that cannot be decrypted',
    message: {
      secretEncryptedMessage: {
        targetMessageKey: { id: 'gone' },
        encPayload: Buffer.alloc(32),
        encIv: Buffer.alloc(12),
        secretEncType: 2,
      },
    },
    shown: { content: null, notice: notice('unreadable') },
  },
];

/** Contents in which a customer says nothing. */
export const silentExamples: { name: string; message: proto.IMessage }[] = [
  { name: 'a setting of the chat', message: { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } } },
  { name: 'keys', message: { senderKeyDistributionMessage: { groupId: 'x' } } },
  { name: 'a pin', message: { pinInChatMessage: { key: { id: 'x' }, type: 1 } } },
  { name: 'a kept message', message: { keepInChatMessage: { key: { id: 'x' }, keepType: 1 } } },
  { name: 'the head of an album', message: { albumMessage: { expectedImageCount: 2 } } },
];
