import { createClient } from './generated/client/index.js';
import {
  createChannel,
  getChannel,
  getChannelQr,
  listConversations,
  listMessages,
  scanSimulatorQr,
  sendAsCustomer,
  sendMessage,
  updateConversation,
} from './generated/sdk.gen.js';
import type { Conversation, Message } from './generated/types.gen.js';

/** Does what `../openapi-fetch/serve-customers.ts` does, with this client. */
export async function serveCustomers(url: string, key: string, customers: string[]) {
  const client = createClient({ baseUrl: url, auth: key });
  const must = { client, throwOnError: true } as const;

  const { data: channel } = await createChannel({ ...must, body: { name: 'Loja', provider: '<QR_PROVIDER>' } });
  const path = { id: channel.id };
  const { qr } = (await getChannelQr({ ...must, path })).data;
  if (qr === null) throw new Error('The channel has no code to scan');
  await scanSimulatorQr({ ...must, path, body: { qr } });
  for (const from of customers) await sendAsCustomer({ ...must, path, body: { from, content: `Oi de ${from}` } });

  const readPages = async () => {
    const pages: Conversation[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { channelId: channel.id, limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { data: page } = await listConversations({ ...must, query });
      pages.push(page.data);
      cursor = page.nextCursor;
    }
    return pages;
  };
  let pages = await readPages();
  while (pages.flat().length < customers.length) pages = await readPages();

  const replies: Message[] = [];
  for (const { id, contact } of pages.flat()) {
    const headers = { 'Idempotency-Key': `reply to ${contact.phone}` };
    const call = { ...must, path: { id }, headers, body: { content: `Olá, ${contact.phone}!`, type: 'TEXT' } } as const;
    const { data: reply } = await sendMessage(call);
    if ((await sendMessage(call)).data.id !== reply.id) throw new Error('A repeated request took effect twice');
    replies.push(reply);
  }

  const first = { id: pages.flat()[0]?.id ?? '' };
  const history = (await listMessages({ ...must, path: first })).data.data;
  const headers = { 'If-Match': '"stale"' };
  const stale = await updateConversation({ client, path: first, headers, body: { status: 'RESOLVED' } });
  const refused = await createChannel({ client, body: { name: '', provider: 'CLOUD_API' } });
  return {
    channel: (await getChannel({ ...must, path })).data.status,
    pages: pages.map((page) => page.map(({ contact }) => contact.phone)),
    replies: replies.map(({ status, content }) => [status, content]),
    history: history.map(({ direction, author }) => [direction, author]),
    stale: stale.error?.code,
    refused: refused.error?.errors?.map(({ field }) => field),
  };
}
