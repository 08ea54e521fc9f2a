import type { CallOptions, Operation } from './operation.ts';

/** Writes the request of a call: its path is filled, a POST has a key, and what is left of the input is the query. */
export function writeRequest(
  { method, path }: Operation,
  input: object,
  { idempotencyKey, ifMatch }: CallOptions,
): { address: string; init: RequestInit } {
  const { body, file, files, ...values } = input as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // An empty one would call another path.
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} of ${path} is missing`);
    delete values[name];
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const form = file === undefined && files === undefined ? null : writeForm(file, files);
  const json = form === null && method !== 'GET' && method !== 'DELETE' ? JSON.stringify(body ?? {}) : null;
  const headers = {
    Accept: 'application/json, */*;q=0.5',
    ...(json === null ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'POST' ? { 'Idempotency-Key': idempotencyKey ?? newKey() } : {}),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
  };
  return {
    address: search.size === 0 ? filled : `${filled}?${search}`,
    init: { method, headers, body: form ?? json },
  };
}

function writeForm(file: unknown, files: unknown): FormData {
  const form = new FormData();
  if (file !== undefined) form.append('file', file as Blob);
  for (const one of (files ?? []) as Blob[]) form.append('files', one);
  return form;
}

/** Returns a random key. Browsers offer `crypto.randomUUID` only to https pages and to pages from localhost. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
