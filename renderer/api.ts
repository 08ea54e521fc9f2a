/** A refusal of the server, as its problem document tells it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field of the body, by its path without `body.`. */
  readonly fields: Record<string, string>;
  /** The same in full: each fault with its stable code. */
  readonly faults: { field: string; code: string; message: string }[];

  constructor(status: number, problem: ProblemDocument) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.faults = problem.errors ?? [];
    this.fields = Object.fromEntries(this.faults.map(({ field, message }) => [field.replace(/^body\./, ''), message]));
  }
}

interface ProblemDocument {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { field: string; code: string; message: string }[];
}

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

async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: body === undefined || isForm ? {} : { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return response.status === 204 ? (undefined as Answer) : await response.json();
}

/** The server's operations, called with the console's session. Answers are typed by the server's own schemas. */
export const api = {
  get: <Answer>(path: string) => request<Answer>('GET', path),
  post: <Answer>(path: string, body: unknown = {}) => request<Answer>('POST', path, body),
  put: <Answer>(path: string, body: unknown) => request<Answer>('PUT', path, body),
  patch: <Answer>(path: string, body: unknown) => request<Answer>('PATCH', path, body),
  delete: <Answer>(path: string) => request<Answer>('DELETE', path),
  upload<Answer>(path: string, file: File, field = 'file'): Promise<Answer> {
    const form = new FormData();
    form.append(field, file);
    return request<Answer>('POST', path, form);
  },
};
