import { get } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Client } from './app.ts';

export const streamPath = '/api/events/stream';

/** Reads a stream of events like a browser, until the test ends. */
export function listen({ url, key }: Client, query = '', headers: Record<string, string> = {}, at = streamPath) {
  let text = '';
  let status = 0;
  let type = '';
  let isOver = false;
  const outgoing = get(
    `${url}${at}${query}`,
    { headers: key === '' ? headers : { authorization: `Bearer ${key}`, ...headers } },
    (answer) => {
      status = answer.statusCode ?? 0;
      type = answer.headers['content-type'] ?? '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('close', () => {
        isOver = true;
      });
    },
  );
  outgoing.on('error', () => {});
  onTestFinished(() => void outgoing.destroy());
  return {
    status: () => status,
    type: () => type,
    text: () => text,
    names: () => [...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name),
    isOver: () => isOver,
    close: () => outgoing.destroy(),
  };
}
