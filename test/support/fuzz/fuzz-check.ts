import { answersAt } from '../contract/contract.ts';
import type { Client } from '../server/app.ts';
import { ConsoleClient } from '../server/console.ts';
import { findUntoldBody } from './answer-schemas.ts';
import type { FuzzRequest, KnownIds } from './fuzz-requests.ts';

/** Maximum duration of a request, except those whose work is inherently long and done before the response. */
const longestMs = 1_000;
const longWork: Record<string, string> = {
  'POST /api/ai-agents/{id}/eval': 'answers a few hundred questions',
  'POST /api/ai-agents/{id}/publish': 'answers a few hundred questions',
  'POST /api/ai-agents/{id}/upload-catalog': 'reads a document in a thread of its own',
  'POST /api/ai-agents/{id}/upload-catalog-images': 'reads pictures in a thread of its own',
  'GET /owner/export': 'writes everything that the shop has, from a thread',
  'POST /api/contacts/import': 'reads a file in a thread of its own',
  'POST /api/marketing-campaigns/audience/csv/validate': 'reads a file in a thread of its own',
};
const slowRepeats = 2;

/** The results of a run. */
export interface FuzzResult {
  requests: number;
  /** Faults, each once per operation, with the request that shows it. */
  faults: Map<string, string>;
  byStatus: Record<string, number>;
  /** Operations that returned 2xx at least once. */
  reached: Set<string>;
  slowestMs: number;
  slowest: string;
}

export const emptyResult = (): FuzzResult => ({
  requests: 0,
  faults: new Map(),
  byStatus: {},
  reached: new Set(),
  slowestMs: 0,
  slowest: '',
});

/**
 * Sends a request; adds new ids to `known` and deviations from the document to `result`. Returns the status and the
 * beginning of the body.
 */
export async function sendAndCheck(
  client: Client,
  request: FuzzRequest,
  result: FuzzResult,
  known: KnownIds,
): Promise<string> {
  const { response, text, tookMs } = await send(client, request);
  const leastMs = request.route in longWork ? 0 : await repeatIfSlow(client, request, tookMs);
  result.requests += 1;
  if (response.ok) result.reached.add(request.route);
  result.byStatus[response.status] = (result.byStatus[response.status] ?? 0) + 1;
  if (leastMs > result.slowestMs) {
    Object.assign(result, { slowestMs: leastMs, slowest: `${request.route} ${request.path}` });
  }
  const fault = findFault(request, response, text) ?? (leastMs > longestMs ? 'Slow each time' : null);
  const kind = `${request.route}: ${fault}`.slice(0, 120);
  if (fault && !result.faults.has(kind)) {
    result.faults.set(kind, `${fault}\n  of ${describe(request)}\n  was ${response.status} ${text.slice(0, 600)}`);
  }
  if (!fault && response.status === 201) keepId(text, known);
  return `${response.status} ${text.slice(0, 300)}`;
}

/**
 * The CPU time of a request (ms), the minimum of up to two repeats, so other load on the machine does not count.
 */
async function repeatIfSlow(client: Client, request: FuzzRequest, tookMs: number): Promise<number> {
  let leastMs = tookMs;
  for (let repeat = 0; repeat < slowRepeats && leastMs > longestMs; repeat++) {
    const before = process.cpuUsage();
    await send(client, request);
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  return leastMs;
}

/** Sends a request and reads the response. */
export async function send(client: Pick<Client, 'url' | 'key'>, { method, path, headers, body }: FuzzRequest) {
  const own = client instanceof ConsoleClient ? client.headers : { authorization: `Bearer ${client.key}` };
  const all = new Headers({ ...own, ...headers });
  let sent: string | FormData | undefined;
  if (body && 'file' in body) {
    // The form sets its own boundary.
    all.delete('content-type');
    all.delete('content-encoding');
    const form = new FormData();
    form.append(body.field, new Blob([body.file]), body.name);
    sent = form;
  } else if (body) {
    if (!all.has('content-type')) all.set('content-type', 'application/json');
    sent = JSON.stringify(body.json);
  }
  const began = performance.now();
  const response = await fetch(client.url + path, {
    method,
    headers: all,
    ...(sent === undefined ? {} : { body: sent }),
  });
  // A stream never ends, so only its start is checked.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  return { response, text, tookMs: performance.now() - began };
}

function findFault({ route }: FuzzRequest, response: Response, text: string): string | null {
  const { status } = response;
  const type = response.headers.get('content-type')?.split(';')[0] ?? null;
  if (status === 304) return text === '' ? null : 'A 304 with a body';
  if (status === 500) return 'A 500';
  const documented = answersAt(route)[status];
  if (!documented) return `The status ${status} is not documented`;
  const code = type === 'application/problem+json' ? JSON.parse(text).code : null;
  if (code !== null && !documented.description.includes(`\`${code}\``))
    return `The code ${code} is not documented there`;
  if (!documented.content) return text === '' ? null : `A body where none is documented`;
  const content = Object.keys(documented.content).find((name) => name.split(';')[0] === type);
  if (!content) return `The type ${type} is not documented`;
  if (!type?.endsWith('json')) return null;
  const untold = findUntoldBody(documented.content[content]?.schema, JSON.parse(text));
  return untold && `The body is not as documented: ${untold}`;
}

/** Adds a created resource to the known ones of its kind; drops the oldest. */
function keepId(text: string, known: KnownIds): void {
  const id: unknown = JSON.parse(text).id;
  if (typeof id !== 'string' || !/_[0-9a-z]{26}$/.test(id)) return;
  const prefix = id.split('_')[0];
  for (const ids of Object.values(known)) {
    if (!ids?.[0]?.startsWith(`${prefix}_`)) continue;
    ids.push(id);
    if (ids.length > 12) ids.splice(1, 1);
  }
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  const shown =
    body && 'file' in body ? `file ${body.name} ${Buffer.from(body.file).toString('base64').slice(0, 200)}` : '';
  const json = body && 'json' in body ? JSON.stringify(body.json)?.slice(0, 1_500) : shown;
  return `${method} ${path} ${JSON.stringify(headers)} ${json ?? ''}`;
}
