import type { proto, WAMessage } from 'baileys';
import { bounded, toNotice } from '../../channels/contents.schemas.ts';
import { readAnswers } from '../../channels/form-answers.schemas.ts';
import type { Contents, Enclosed, Notice } from '../../channels/index.ts';
import { toMediaRef } from './media-ref.ts';
import { readCircumstances, toProduct } from './read-circumstances.ts';
import { toAmount, toTime } from './read-values.ts';
import { readVcard } from './read-vcard.ts';
import { unwrap } from './unwrap.ts';

type Message = proto.IMessage;
type Kind = keyof Message;
type Part<Of extends Kind> = NonNullable<Message[Of]>;
/** Undefined for a kind whose fields show nothing. */
type Read = Partial<Contents> | undefined;

/**
 * Kinds in which a customer says nothing: keys, copies of the history, pins, and the head of an album, whose pictures are
 * messages of their own. Every other kind is shown.
 */
export const silentKinds: ReadonlySet<string> = new Set<Kind>([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'albumMessage',
  'pinInChatMessage',
  'keepInChatMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'statusMentionMessage',
  'groupStatusMentionMessage',
]);

/** Reads what a message contains; null if its author says nothing in it. An unlisted kind becomes a notice. */
export function readContents(message: WAMessage): Contents | null {
  const { content, marks } = unwrap(message.message ?? {});
  const kinds = (Object.keys(content) as Kind[]).filter((kind) => content[kind] != null);
  const spoken = kinds.filter((kind) => !silentKinds.has(kind));
  if (spoken.length === 0 && kinds.some((kind) => kind !== 'messageContextInfo')) return null;
  const read = readMedia(message, content) ?? readSpoken(content, spoken) ?? { notice: toNotice('unknown', spoken[0]) };
  const enclosed: Enclosed = { ...read.enclosed, ...readCircumstances(content, marks) };
  return {
    type: 'TEXT',
    content: null,
    media: null,
    ...read,
    ...bounded({ notice: read.notice ?? null, enclosed: Object.keys(enclosed).length > 0 ? enclosed : null }),
  };
}

function readSpoken(content: Message, kinds: Kind[]): Read {
  for (const kind of kinds) {
    const read = (readers[kind] as ((part: unknown) => Read) | undefined)?.(content[kind]);
    if (read) return read;
  }
  return undefined;
}

function readMedia(message: WAMessage, content: Message): Read {
  const { imageMessage: image, videoMessage, ptvMessage, audioMessage: audio, stickerMessage: sticker } = content;
  const document = content.documentMessage;
  const video = videoMessage ?? ptvMessage;
  const file = image ?? video ?? audio ?? document ?? sticker;
  if (!file) return undefined;
  const type = image || sticker ? 'IMAGE' : video ? 'VIDEO' : audio ? 'AUDIO' : 'DOCUMENT';
  const ref = toMediaRef(message, content);
  const fileName = document?.fileName ?? null;
  const media = { ref, contentType: file.mimetype ?? null, fileName };
  return { type, content: (image ?? video ?? document)?.caption || null, media };
}

const words = (...lines: (string | null | undefined)[]): Read => {
  const content = lines.filter(Boolean).join('\n');
  return content.trim() === '' ? undefined : { content };
};

const shown = (kind: Notice['kind'], title?: string | null, lines: (string | null | undefined)[] = []): Read => ({
  notice: toNotice(
    kind,
    title || null,
    lines.filter((line): line is string => Boolean(line)),
  ),
});

const chosen = (title: string | null | undefined, description?: string | null): Read =>
  title ? { enclosed: { choice: { title, description: description || null } } } : undefined;

const poll = ({ name, options }: proto.Message.IPollCreationMessage): Read =>
  shown(
    'poll',
    name,
    (options ?? []).map(({ optionName }) => optionName),
  );

const pollResult = ({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): Read =>
  shown(
    'poll',
    name,
    (pollVotes ?? []).map(({ optionName, optionVoteCount }) => `${optionName}: ${optionVoteCount}`),
  );

const cards = (contacts: proto.Message.IContactMessage[]): Read => {
  const people = contacts.flatMap(({ vcard, displayName }) => {
    const read = readVcard(vcard ?? '', displayName ?? '');
    return read.length > 0 || !displayName ? read : [{ name: displayName, phones: [], emails: [] }];
  });
  return people.length > 0 ? { enclosed: { cards: people } } : undefined;
};

const product = ({ product: item, body }: Part<'productMessage'>): Read =>
  item ? { content: body || null, enclosed: { product: toProduct(item) } } : words(body);

function cart({ itemCount, orderTitle, message, totalAmount1000, totalCurrencyCode }: Part<'orderMessage'>): Read {
  const order = {
    title: orderTitle || null,
    items: [],
    itemCount: itemCount ?? 0,
    total: toAmount(totalAmount1000),
    currency: totalCurrencyCode || null,
  };
  return { content: message || null, enclosed: { order } };
}

/** A form's answers, or the choice of a button. */
function interactiveResponse({ body, nativeFlowResponseMessage: flow }: Part<'interactiveResponseMessage'>): Read {
  const answers = (readAnswers(flow?.paramsJson) ?? []).filter(({ name }) => !['id', 'version'].includes(name));
  const description = answers.find(({ name }) => name === 'description')?.value;
  const isForm = /flow|form|galaxy|address/i.test(flow?.name ?? '') || !body?.text;
  if (isForm && answers.length > 0) return { enclosed: { answers } };
  return chosen(body?.text, description);
}

function place(part: Part<'locationMessage'> & Part<'liveLocationMessage'>): Read {
  const { degreesLatitude: latitude, degreesLongitude: longitude, address } = part;
  const name = part.name || part.comment || part.caption;
  const enclosed = name || address ? { place: { name: name || null, address: address || null } } : {};
  return { type: 'LOCATION', content: `geo:${latitude ?? 0},${longitude ?? 0}`, enclosed };
}

const readers: { [Each in Kind]?: (part: Part<Each>) => Read } = {
  conversation: (text) => words(text),
  extendedTextMessage: ({ text }) => words(text),
  locationMessage: place,
  liveLocationMessage: place,
  contactMessage: (contact) => cards([contact]),
  contactsArrayMessage: ({ contacts }) => cards(contacts ?? []),
  orderMessage: cart,
  productMessage: product,
  buttonsResponseMessage: (part) => chosen(part.selectedDisplayText || part.selectedButtonId),
  listResponseMessage: (part) => chosen(part.title || part.singleSelectReply?.selectedRowId, part.description),
  templateButtonReplyMessage: (part) => chosen(part.selectedDisplayText || part.selectedId),
  interactiveResponseMessage: interactiveResponse,
  questionResponseMessage: ({ text }) => words(text),
  statusQuestionAnswerMessage: ({ text }) => words(text),
  listMessage: ({ title, description, footerText }) => words(title, description, footerText),
  interactiveMessage: ({ header, body, footer }) => words(header?.title, body?.text, footer?.text),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  pollResultSnapshotMessage: pollResult,
  pollResultSnapshotMessageV3: pollResult,
  pollUpdateMessage: () => shown('pollVote'),
  call: () => shown('call'),
  bcallMessage: ({ caption }) => shown('call', null, [caption]),
  callLogMesssage: ({ isVideo }) => shown(isVideo ? 'videoCall' : 'call'),
  scheduledCallCreationMessage: (part) => shown('event', part.title, [toTime(part.scheduledTimestampMs, 1)]),
  scheduledCallEditMessage: () => shown('event'),
  groupInviteMessage: ({ groupName, caption }) => shown('groupInvite', groupName, [caption]),
  newsletterAdminInviteMessage: (part) => shown('groupInvite', part.newsletterName, [part.caption]),
  newsletterFollowerInviteMessageV2: (part) => shown('groupInvite', part.newsletterName, [part.caption]),
  eventMessage: ({ name, startTime, location, description, joinLink }) =>
    shown('event', name, [toTime(startTime, 1_000), location?.name, location?.address, description, joinLink]),
  encEventResponseMessage: () => shown('event'),
  requestPaymentMessage: ({ amount1000, currencyCodeIso4217: currency, noteMessage: note }) =>
    shown('payment', amountOf(amount1000, currency), [note?.extendedTextMessage?.text ?? note?.conversation]),
  sendPaymentMessage: ({ noteMessage: note }) =>
    shown('payment', null, [note?.extendedTextMessage?.text ?? note?.conversation]),
  declinePaymentRequestMessage: () => shown('payment'),
  cancelPaymentRequestMessage: () => shown('payment'),
  paymentInviteMessage: () => shown('payment'),
  invoiceMessage: ({ note }) => shown('payment', null, [note]),
  stickerPackMessage: ({ name }) => shown('unknown', 'stickerPackMessage', [name]),
  // The vendor withholds it from linked devices.
  placeholderMessage: () => shown('unsupported'),
  secretEncryptedMessage: () => shown('unreadable'),
};

const amountOf = (thousandths: Parameters<typeof toAmount>[0], currency: string | null | undefined): string | null => {
  const amount = toAmount(thousandths);
  return amount === null ? null : [amount.toFixed(2), currency].filter(Boolean).join(' ');
};
