import type { Answer, Client, TestApp } from '../server/app.ts';
import { eventually } from '../server/app.ts';

/** A channel paired with a simulated phone, and functions that act as its customers. */
export interface SimulatedChannel {
  id: string;
  /** The customer writes; resolves with the message as the inbox stored it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  customerSays(from: string, content: string, more?: object): Promise<any>;
  /** Messages on the customer's phone, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  phoneShows(phone: string): Promise<any[]>;
  drive(path: string, body?: object): Promise<Answer>;
  faults(faults: object): Promise<Answer>;
}

/** Creates a channel and pairs it by its QR code, like an owner. */
export async function pairChannel(
  { api, app }: Pick<TestApp, 'api' | 'app'>,
  provider: '<QR_PROVIDER>' | 'CLOUD_API' = '<QR_PROVIDER>',
): Promise<SimulatedChannel> {
  const { body: channel } = await api.post('/api/channels', { name: 'Shop', provider });
  if (provider === '<QR_PROVIDER>') {
    const { body: code } = await api.get(`/api/channels/${channel.id}/qr`);
    await api.post(`/api/simulator/channels/${channel.id}/scan`, { qr: code.qr });
  }
  return driveChannel(api, channel.id, async (providerMessageId) => {
    const row = await app.platform.database.read
      .selectFrom('messages')
      .select(['id', 'conversation_id'])
      .where('provider_message_id', '=', providerMessageId)
      .executeTakeFirst();
    return row ?? null;
  });
}

function driveChannel(
  api: Client,
  id: string,
  find: (providerMessageId: string) => Promise<{ id: string; conversation_id: string } | null>,
): SimulatedChannel {
  const base = `/api/simulator/channels/${id}`;
  return {
    id,
    async customerSays(from, content, more = {}) {
      const sent = await api.post(`${base}/messages`, { from, content, ...more });
      if (sent.status !== 201) throw new Error(`The customer could not write: ${JSON.stringify(sent.body)}`);
      const { providerMessageId } = sent.body;
      const row = await eventually(() => find(providerMessageId));
      const { body } = await api.get(`/api/conversations/${row.conversation_id}/messages`);
      // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
      return { ...body.data.find((message: any) => message.id === row.id), providerMessageId };
    },
    phoneShows: async (phone) =>
      (await api.get(`${base}/messages?limit=100&phone=${encodeURIComponent(phone)}`)).body.data,
    drive: (path, body) => api.post(`${base}/${path}`, body),
    faults: (faults) => api.put(`${base}/faults`, faults),
  };
}
