import type { RejectionReason } from '../../../server/areas/channels/index.ts';
import { makeFilm, makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { type Answer, type Client, eventually, type TestApp } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';

/** A customer's message; `content` of a LOCATION is a geo URI, of an attachment its caption. */
export interface CustomerSays {
  type?: 'TEXT' | 'AUDIO' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION';
  content?: string;
  file?: { bytes: Buffer; name: string };
  /** Vendor id of the message replied to. */
  replyTo?: string;
  name?: string;
}

/** A message of the shop on the customer's phone. */
export interface ShownMessage {
  providerMessageId: string;
  type: string;
  content: string | null;
  bytes: Buffer | null;
  replyTo: string | null;
}

/** One connected channel with the controls of its vendor and customers. Numbers are E.164; the phones are on. */
export interface OpenedChannel {
  shop: TestApp;
  channelId: string;
  /** Returns the vendor's id of the message. */
  customerSays(from: string, what: CustomerSays): Promise<string>;
  /** An empty emoji removes the reaction. */
  customerReacts(from: string, providerMessageId: string, emoji: string): Promise<unknown>;
  /** The customer opens the chat and reads everything. */
  readAll(from: string): Promise<unknown>;
  /** The shop's messages to the customer, oldest first. */
  phoneShows(phone: string): Promise<ShownMessage[]>;
  /** The shop's reaction to a message on the customer's phone; null for none. */
  reactionOn(phone: string, providerMessageId: string): Promise<string | null>;
  /** The vendor approves a template; absent if templates need no review. */
  reviewTemplate?(name: string): Promise<unknown>;
  /** The vendor rejects the next send. */
  failNext(reason: RejectionReason): Promise<unknown>;
  /** The vendor accepts the next send and its response is lost. */
  loseNextAnswer(): Promise<unknown>;
  /** From now on the vendor reports every event twice. */
  duplicate(): Promise<unknown>;
  /** From now on the vendor reports events out of order. */
  reorder(): Promise<unknown>;
  /** The vendor becomes unreachable and queues its events. */
  dropConnection(): Promise<unknown>;
  restoreConnection(): Promise<unknown>;
  /** Stops the server and starts another on the same data folder; the vendor keeps running. */
  restart(): Promise<OpenedChannel>;
}

export interface Harness {
  /** Where the drivers may differ; each entry is compared with the channel's behaviour. */
  declares: {
    provider: '<QR_PROVIDER>' | 'CLOUD_API';
    /** Rejections that the vendor can be set to return. */
    refusals: RejectionReason[];
  };
  open(): Promise<OpenedChannel>;
}

/** A conversation with Maria, who has written "Oi". */
export async function openWithMaria(harness: Harness) {
  const far = await harness.open();
  return { ...far, ...(await meetMaria(far)) };
}

async function meetMaria(far: OpenedChannel) {
  const greeting = await far.customerSays(maria, { content: 'Oi', name: 'Maria' });
  const path = await eventually(() => conversationPath(far.shop.api, maria));
  return { far, greeting, ...inboxOf(far.shop.api, path) };
}

export async function conversationPath(api: Client, phone: string): Promise<string | null> {
  const { body } = await api.get('/api/conversations?limit=100');
  const found = body.data.find((entry: { contact: { phone: string } }) => entry.contact.phone === phone);
  return found ? `/api/conversations/${found.id}` : null;
}

export function inboxOf(api: Client, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  const messages = async (): Promise<any[]> => (await api.get(`${path}/messages?limit=100`)).body.data.toReversed();
  return {
    api,
    path,
    messages,
    send: (body: object): Promise<Answer> => api.post(`${path}/messages`, body),
    /** The newest message, once it satisfies `check`. */
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
    newest: (check: (message: any) => boolean) =>
      eventually(async () => {
        const message = (await messages()).at(-1);
        return message && check(message) ? message : null;
      }),
  };
}

/** A sample of each kind of attachment. */
export const attachments = {
  DOCUMENT: { name: 'menu.pdf', bytes: makePdf },
  AUDIO: { name: 'voice.ogg', bytes: makeVoiceNote },
  VIDEO: { name: 'film.mp4', bytes: makeFilm },
  IMAGE: { name: 'photo.jpg', bytes: makePhoto },
};
export const attachmentTypes = Object.keys(attachments) as (keyof typeof attachments)[];
