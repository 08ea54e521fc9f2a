import createClient from 'openapi-fetch';
import type { components, paths } from './generated/schema.js';

type Conversation = components['schemas']['Conversation'];
type Message = components['schemas']['Message'];

/** The value of a call, or an error with the code of its problem. */
function must<T>({ data, error }: { data?: T; error?: { code: string } }): T {
  if (data === undefined) throw new Error(error?.code ?? 'no data');
  return data;
}

/**
 * The software of a shop: pairs a channel, answers each customer who writes, and reads everything back in pages. Nothing
 * here is cast, so it compiles only while the document describes what it uses.
 */
export async function serveCustomers(url: string, key: string, customers: string[]) {
  const api = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } });

  const made = await api.POST('/api/channels', { body: { name: 'Loja', provider: '<QR_PROVIDER>' } });
  const path = { id: must(made).id };
  const { qr } = must(await api.GET('/api/channels/{id}/qr', { params: { path } }));
  if (qr === null) throw new Error('The channel has no code to scan');
  must(await api.POST('/api/simulator/channels/{id}/scan', { params: { path }, body: { qr } }));
  for (const from of customers) {
    const body = { from, content: `Oi de ${from}` };
    must(await api.POST('/api/simulator/channels/{id}/messages', { params: { path }, body }));
  }

  const readPages = async () => {
    const pages: Conversation[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { channelId: path.id, limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = must(await api.GET('/api/conversations', { params: { query } }));
      pages.push(page.data);
      cursor = page.nextCursor;
    }
    return pages;
  };
  let pages = await readPages();
  while (pages.flat().length < customers.length) pages = await readPages();

  const replies: Message[] = [];
  for (const { id, contact } of pages.flat()) {
    const params = { path: { id }, header: { 'Idempotency-Key': `reply to ${contact.phone}` } };
    const body = { content: `Olá, ${contact.phone}!`, type: 'TEXT' } as const;
    const reply = must(await api.POST('/api/conversations/{id}/messages', { params, body }));
    const again = must(await api.POST('/api/conversations/{id}/messages', { params, body }));
    if (again.id !== reply.id) throw new Error('A repeated request took effect twice');
    replies.push(reply);
  }

  const first = pages.flat()[0]?.id ?? '';
  const history = must(await api.GET('/api/conversations/{id}/messages', { params: { path: { id: first } } }));
  const stale = await api.PATCH('/api/conversations/{id}', {
    params: { path: { id: first }, header: { 'If-Match': '"stale"' } },
    body: { status: 'RESOLVED' },
  });
  const refused = await api.POST('/api/channels', { body: { name: '', provider: 'CLOUD_API' } });
  return {
    channel: must(await api.GET('/api/channels/{id}', { params: { path } })).status,
    pages: pages.map((page) => page.map(({ contact }) => contact.phone)),
    replies: replies.map(({ status, content }) => [status, content]),
    history: history.data.map(({ direction, author }) => [direction, author]),
    stale: stale.error?.code,
    refused: refused.error?.errors?.map(({ field }) => field),
  };
}
