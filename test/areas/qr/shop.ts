import type { proto } from 'baileys';
import { type ChatServer, startChatServer } from '../../doubles/chat-server/chat-server.ts';
import { certificateFile } from '../../doubles/chat-server/chat-server-media.ts';
import { preload } from '../../support/environment/preload.ts';
import { eventually, startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';

// The processes that these tests start trust the double's media host and end when they try to leave this machine.
process.env.NODE_EXTRA_CA_CERTS = certificateFile;
preload(new URL('../../support/environment/child-egress-guard.js', import.meta.url));

/** A shop whose QR channel is live against a chat server on loopback. */
export interface LiveShop {
  shop: TestApp;
  server: ChatServer;
  channelId: string;
  /** `/api/channels/{id}` */
  at: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  channel(): Promise<any>;
  /** The channel, once it has this status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  hasStatus(status: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  qr(query?: string): Promise<any>;
}

export const environmentOf = (server: ChatServer): Record<string, string> => ({
  NODE_ENV: 'test',
  FRONTDESK_TEST_QR_URL: server.url,
  FRONTDESK_QR_GAP_MS: '0',
  FRONTDESK_RATE_LIMIT: 'off',
});

export function watchChannel(shop: TestApp, server: ChatServer, channelId: string): LiveShop {
  const at = `/api/channels/${channelId}`;
  const channel = async () => (await shop.api.get(at)).body;
  return {
    shop,
    server,
    channelId,
    at,
    channel,
    hasStatus: (status) =>
      eventually(async () => {
        const present = await channel();
        return present.status === status && present;
      }),
    qr: async (query = '') => (await shop.api.get(`${at}/qr${query}`)).body,
  };
}

/** A live channel that is not paired yet. */
export async function openUnpaired(options: TestAppOptions = {}): Promise<LiveShop> {
  const server = await startChatServer();
  const shop = await startApp({ ...options, env: { ...environmentOf(server), ...options.env } });
  const { body: made } = await shop.api.post('/api/channels', { name: 'Loja', provider: '<QR_PROVIDER>' });
  const live = await shop.api.put(`/api/channels/${made.id}/driver`, { driver: 'live' });
  if (live.status !== 200) throw new Error(`The channel did not become live: ${JSON.stringify(live.body)}`);
  return watchChannel(shop, server, made.id);
}

/** A live channel that is paired and connected. */
export async function openPaired(options: TestAppOptions = {}): Promise<LiveShop> {
  const live = await openUnpaired(options);
  live.server.scan((await live.qr()).qr);
  await live.hasStatus('CONNECTED');
  return live;
}

export const text = (conversation: string): proto.IMessage => ({ conversation });

/** The shop's texts on a customer's phone. */
export const textsShown = (server: ChatServer, phone: string): string[] =>
  server.shown(phone).map(({ message }) => message.extendedTextMessage?.text ?? message.conversation ?? '');

/** The messages of the conversation with a number, oldest first; null before there is one. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export async function messagesWith({ api }: TestApp, phone: string): Promise<any[] | null> {
  const { body } = await api.get('/api/conversations?limit=100');
  const found = body.data.find((entry: { contact: { phone: string } }) => entry.contact.phone === phone);
  return found && (await api.get(`/api/conversations/${found.id}/messages?limit=100`)).body.data.toReversed();
}

/** The path of the conversation with a number, once there is one. */
export const conversationWith = ({ api }: TestApp, address: string): Promise<string> =>
  eventually(async () => {
    const { body } = await api.get('/api/conversations?limit=100');
    const found = body.data.find(({ contact }: { contact: { addresses: { value: string }[] } }) =>
      contact.addresses.some(({ value }) => value === address),
    );
    return found && `/api/conversations/${found.id}`;
  });
