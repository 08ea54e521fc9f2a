import { Readable } from 'node:stream';
import type { Platform } from '../platform/platform.ts';
import { invalid, Problem } from '../platform/problem.ts';
import { outside } from '../platform/running/item-run.ts';
import type { Principal } from './access/auth.ts';
import { readIdempotent } from './access/idempotency.ts';
import { attend } from './attend.ts';
import { type FileReply, isExpensive, type Operation, type Operations, pathParameters } from './operation.ts';
import { admit, type Call, execute, parseInput, takesJson } from './run-operation.ts';

declare module '../platform/wiring.ts' {
  interface Services {
    /** The operations of the API by id, for code that calls them for a key. */
    operations: Operations;
    /** Operations that only the console has, by id. */
    ownerOperations: Operations;
  }
}

/** The input of a call: path and query parameters by name, the JSON body, and what HTTP sends in headers. */
export interface OperationInput {
  parameters?: Record<string, unknown> | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
}

/** The characters of a text file that a caller is shown. */
const longestText = 100_000;

/** Whether an operation takes and returns JSON or text: uploads and streams have no place in a call. */
export const isCallable = (spec: Operation): boolean =>
  !spec.upload && !(spec.response && 'contentType' in spec.response && spec.response.contentType.includes('stream'));

/** The operation with this id, if it can be called. */
export const findCallable = (operations: Operations, id: string): Operation | undefined => {
  const spec = Object.hasOwn(operations, id) ? operations[id] : undefined;
  return spec && isCallable(spec) ? spec : undefined;
};

/**
 * Calls an operation of the API for a caller, by the rules of a request: scope, trial, validation, `If-Match` and
 * `Idempotency-Key`. Returns the parsed JSON with its ETag as `etag`, the text of a file, or null. Throws the problems of
 * a request.
 */
export async function callOperation(
  platform: Platform,
  principal: Principal,
  operationId: string,
  { parameters = {}, body = {}, idempotencyKey, ifMatch }: OperationInput,
): Promise<unknown> {
  const spec = findCallable(platform.services.operations, operationId);
  if (!spec) throw new Problem('not_found', `There is no operation ${operationId} to call`);
  admit(platform, principal, spec);
  const text = toText(parameters);
  const names = pathParameters(spec);
  const missing = names.find((name) => (text[name] ?? '') === '');
  if (missing) throw invalid(`parameters.${missing}`, 'is part of the path and must be given');
  const params = Object.fromEntries(names.map((name) => [name, text[name] as string]));
  const query = Object.fromEntries(Object.entries(text).filter(([name]) => !names.includes(name)));
  const unknown = Object.keys(query).find((name) => !(name in (spec.query?.shape ?? {})));
  if (unknown) throw invalid(`parameters.${unknown}`, 'This parameter is unknown', 'unknown_field');
  const raw = takesJson(spec) ? body : undefined;
  const call: Call = {
    operationId,
    spec,
    principal,
    params,
    ...parseInput(spec, query, raw),
    uploads: [],
    header: () => undefined,
    accepts: (first) => first,
    ifMatch: spec.method === 'get' ? undefined : ifMatch,
    idempotent: readIdempotent(operationId, spec, principal, {
      key: idempotencyKey,
      url: addressOf(spec, text),
      body: raw,
    }),
  };
  // The calling request counts as waiting, so only the operation is blamed for a crash.
  const reply = await outside(() =>
    attend(platform, principal, operationId, isExpensive(spec), () => execute(platform, call)),
  );
  if ('chunks' in reply) return readText(reply);
  if (reply.body === null) return null;
  const { ETag: etag } = reply.headers;
  return { ...(etag && { etag }), ...JSON.parse(reply.body) };
}

/** Parameters as a query string has them; null and undefined are omitted. */
const toText = (parameters: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value != null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  );

const addressOf = (spec: Operation, text: Record<string, string>): string =>
  `${spec.path}?${new URLSearchParams(text).toString()}`;

async function readText({ chunks, ended }: FileReply): Promise<string> {
  let text = '';
  try {
    for await (const chunk of Readable.from(chunks)) {
      text += chunk;
      if (text.length > longestText) return `${text.slice(0, longestText)}\n… cut: ask for less`;
    }
    return text;
  } finally {
    ended?.();
  }
}
