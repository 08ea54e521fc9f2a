import { pageHeaders } from './page-secret.ts';
import { ApiError, readRefusal } from './refusals.ts';

export { ApiError };

export interface Page<Item> {
  data: Item[];
  page: number;
  limit: number;
  total: number;
  hasMore: boolean;
}

type QueryValue = string | number | boolean | null | undefined;

/** A path with its query; what is empty is left out. */
export function withQuery(path: string, query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** An answer with the tag of the state that it shows; a change that names the tag is refused (412) in any other state. */
export interface Tagged<Answer> {
  answer: Answer;
  etag: string;
}

const request = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
  (await requestTagged<Answer>(method, path, body)).answer;

async function requestTagged<Answer>(
  method: string,
  path: string,
  body?: unknown,
  etag?: string,
): Promise<Tagged<Answer>> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...pageHeaders(),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(etag === undefined ? {} : { 'If-Match': etag }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  }).catch(async () => Promise.reject(await readRefusal(0, {})));
  if (!response.ok) throw await readRefusal(response.status, await response.json().catch(() => ({})));
  const answer = response.status === 204 ? (undefined as Answer) : await response.json();
  return { answer, etag: response.headers.get('ETag') ?? '' };
}

/** The server's operations, called with the console's session. Answers are typed by the server's own schemas. */
export const api = {
  get: <Answer>(path: string) => request<Answer>('GET', path),
  getTagged: <Answer>(path: string) => requestTagged<Answer>('GET', path),
  post: <Answer>(path: string, body: unknown = {}) => request<Answer>('POST', path, body),
  put: <Answer>(path: string, body: unknown) => request<Answer>('PUT', path, body),
  patch: <Answer>(path: string, body: unknown) => request<Answer>('PATCH', path, body),
  /** Only if the resource is still in the state of the tag. */
  patchTagged: <Answer>(path: string, body: unknown, etag: string) => requestTagged<Answer>('PATCH', path, body, etag),
  delete: <Answer>(path: string) => request<Answer>('DELETE', path),
  upload<Answer>(path: string, files: File | File[], field = 'file'): Promise<Answer> {
    const form = new FormData();
    for (const file of [files].flat()) form.append(field, file);
    return request<Answer>('POST', path, form);
  },
  /** Lets the browser download what lies at an address of the server. */
  async download(path: string): Promise<void> {
    const { url } = await request<{ url: string }>('POST', '/owner/downloads', { path });
    const link = document.createElement('a');
    link.href = url;
    link.download = '';
    link.click();
  },
};
