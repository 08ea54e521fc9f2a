import type { Operation } from '../document.ts';

/** What a person filled in. */
export interface Filled {
  path: Record<string, string>;
  query: Record<string, string>;
  /** JSON as it was typed; null without a body. */
  body: string | null;
  /** The files of an upload, under the name of their field. */
  upload: { field: string; files: File[] } | null;
}

export interface Received {
  status: number;
  statusText: string;
  durationMs: number;
  type: string;
  /** JSON is indented. */
  text: string;
}

/** The address of a call with its path and query filled in. */
export function addressOf({ path }: Operation, filled: Filled): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filled.path[name] ?? ''));
  const query = new URLSearchParams(Object.entries(filled.query).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${place}?${query}` : place;
}

/** Calls the server with a key, and with none of the console's cookies. Throws when it cannot be reached. */
export async function sendRequest(operation: Operation, filled: Filled, key: string): Promise<Received> {
  const began = performance.now();
  const response = await fetch(addressOf(operation, filled), {
    method: operation.method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(filled.body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body: filled.upload ? toForm(filled.upload) : filled.body,
  });
  const text = await response.text();
  const type = response.headers.get('Content-Type') ?? '';
  return {
    status: response.status,
    statusText: response.statusText,
    durationMs: Math.round(performance.now() - began),
    type,
    text: type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text,
  };
}

function toForm({ field, files }: NonNullable<Filled['upload']>): FormData {
  const form = new FormData();
  for (const file of files) form.append(field, file);
  return form;
}
