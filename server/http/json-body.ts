import express, { type Request, type Response } from 'express';
import { invalid, Problem } from '../platform/problem.ts';

const largestBody = 6 * 1024 * 1024;
const deepest = 40;

const parse = express.json({ limit: largestBody, strict: false });

/**
 * Reads the JSON body of a request that has already been let in. Answers `{}` for an empty body; throws 413 before
 * reading what is announced as too large, 415 for another content type, 400 for broken or hostile JSON.
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0 && request.headers['transfer-encoding'] === undefined) return {};
  if (length > largestBody) {
    // The rest is not read: the connection cannot be used for another request.
    throw new Problem('payload_too_large', 'A JSON body may be 6 MiB at most', { headers: { Connection: 'close' } });
  }
  if (!request.is('application/json')) {
    throw new Problem('unsupported_media_type', 'Send the body as application/json');
  }
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error ? reject(toBodyProblem(error)) : resolve()));
  });
  assertSafeJson(request.body);
  return request.body;
}

function toBodyProblem(error: unknown): unknown {
  const type = (error as { type?: string }).type;
  if (type === 'entity.parse.failed') return invalid('body', 'The body is not valid JSON', 'invalid_json');
  return error;
}

/** Refuses nesting that no schema here has, and the keys through which a copy's prototype could be changed. */
function assertSafeJson(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw invalid('body', `The body is nested deeper than ${deepest} levels`, 'too_deep');
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__'))
        throw invalid('body.__proto__', 'This field is not known here', 'unknown_field');
      next.push(...(Array.isArray(item) ? item : Object.values(item)).filter((child) => typeof child === 'object'));
    }
    level = next;
  }
}
