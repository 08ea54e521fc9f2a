import type { InputArguments, OperationId, Result } from './operations.ts';
import { pageHeaders } from './page-secret.ts';
import { readRefusal } from './refusals.ts';
import { routes } from './routes.ts';
import { reach } from './server-state.ts';

/** Response of an operation with the ETag of the state. */
export interface Tagged<State> {
  state: State;
  /** A change sent with this ETag is rejected with 412 if the state has changed. */
  etag: string;
}

/** Calls an operation with the console's session. Throws `ApiError` for an error response. */
export async function call<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Result<Id>> {
  return (await request<Result<Id>>(id, input ?? {})).state;
}

/** Like `call`, and returns the ETag. With `ifMatch`, the server rejects the request (412) if the state has changed. */
export function callTagged<Id extends OperationId>(
  id: Id,
  input: NonNullable<InputArguments<Id>[0]>,
  ifMatch?: string,
): Promise<Tagged<Result<Id>>> {
  return request<Result<Id>>(id, input, ifMatch === undefined ? {} : { 'If-Match': ifMatch });
}

/** Calls an operation that takes one file, or several as an array. */
export async function upload<Id extends OperationId>(
  id: Id,
  input: NonNullable<InputArguments<Id>[0]>,
  files: File | File[],
): Promise<Result<Id>> {
  const form = new FormData();
  for (const file of [files].flat()) form.append(Array.isArray(files) ? 'files' : 'file', file);
  const { method, address } = routeOf(id, input);
  return (await send<Result<Id>>(method, address, form)).state;
}

/** Downloads the response of an operation as a file. */
export async function download<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<void> {
  const { url } = await call('offerDownload', { body: { path: routeOf(id, input ?? {}).address } });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Saves the file that an operation responds with, under the name that the server gives it. */
export async function saveFile<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<void> {
  const { method, address } = routeOf(id, input ?? {});
  const response = await answer(method, address, { headers: { Accept: 'text/csv, */*;q=0.5' } });
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface AnyInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Method and URL of an operation, for the few places that do not use `call`. */
export function routeOf(id: OperationId, { path = {}, query = {} }: AnyInput): { method: string; address: string } {
  const route = routes[id];
  if (route === undefined) throw new Error(`${id} is missing in routes.ts: npm run routes`);
  const [method = '', template = ''] = route.split(' ');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return { method, address: search.size === 0 ? filled : `${filled}?${search}` };
}

function request<State>(id: OperationId, input: AnyInput, headers: HeadersInit = {}): Promise<Tagged<State>> {
  const { method, address } = routeOf(id, input);
  const body = input.body ?? (method === 'POST' ? {} : undefined);
  return send(method, address, body, headers);
}

/**
 * Sends a request with the page's headers. Throws `ApiError` for an error response or when the server is unreachable.
 */
export async function send<State>(
  method: string,
  address: string,
  body?: unknown,
  headers: HeadersInit = {},
): Promise<Tagged<State>> {
  const isForm = body instanceof FormData;
  const response = await answer(method, address, {
    headers: { ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const state = response.status === 204 ? (undefined as State) : await response.json();
  return { state, etag: response.headers.get('ETag') ?? '' };
}

async function answer(method: string, address: string, { headers, ...init }: RequestInit): Promise<Response> {
  const response = await reach(address, {
    ...init,
    method,
    credentials: 'same-origin',
    headers: { ...pageHeaders(), ...headers },
  }).catch(async () => Promise.reject(await readRefusal(0, {})));
  if (!response.ok) throw await readRefusal(response.status, await response.json().catch(() => ({})));
  return response;
}
