import type { Request } from '../load/load.ts';

/** A program that keeps leads, with the requests for the work that is compared. */
export interface LeadServer {
  url: string;
  /** Sent as `Authorization: Bearer`. */
  key: string;
  /** Requests with different indexes create different leads, so no side rejects a duplicate. */
  create(index: number): Request;
  /** The id of a lead in the answer to `create`. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the program's own
  idOf(answer: any): string;
  read(id: string): Request;
  /** The newest 50 with their total. */
  list: Request;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the program's own
  totalOf(answer: any): number;
  stop(): Promise<void>;
}

export const lead = (index: number) => ({
  name: `Lead Name ${index}`,
  phone: `+55119${80_000_000 + index}`,
  email: `c${index}@example.com`,
});

/** Sends one request; throws unless the response is 2xx. Returns its JSON. */
export async function ask({ url, key }: Pick<LeadServer, 'url' | 'key'>, request: Request) {
  const { method, path, body, headers } = request;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text || '{}');
}
