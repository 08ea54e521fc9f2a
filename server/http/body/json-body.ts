import type { Request } from 'express';
import { invalid, Problem } from '../../platform/problem.ts';
import { outside } from '../../platform/running/item-run.ts';
import { hasBody } from '../connections/has-body.ts';
import { readBytes } from './read-bytes.ts';

const largestBody = 6 * 1024 * 1024;
const deepest = 40;

/**
 * Reads the JSON body of a request; returns `{}` when it is empty. Throws 413 before reading a body declared too large,
 * 415 for another content type, 400 for invalid or hostile JSON.
 */
export async function readJsonBody(request: Request, maxBytes = largestBody): Promise<unknown> {
  if (!hasBody(request)) return {};
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes && !isJson(request)) {
    throw new Problem('unsupported_media_type', 'Send the body as application/json, in UTF-8');
  }
  // A caller that sends slowly is not blamed for a crash.
  const bytes = await outside(() => readBytes(request, maxBytes));
  if (bytes.length === 0) return {};
  const body = parse(bytes);
  assertSafeJson(body);
  return body;
}

function isJson(request: Request): boolean {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
  return Boolean(request.is('application/json')) && /^utf-?8$/i.test(charset);
}

function parse(bytes: Buffer): unknown {
  try {
    // Unlike `toString`, it skips a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid('body', 'The body is not valid JSON', 'invalid_json');
  }
}

/** Rejects nesting deeper than any schema, and keys that could change a prototype when the object is copied. */
function assertSafeJson(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw invalid('body', `The body is nested deeper than ${deepest} levels`, 'too_deep');
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) throw invalid('body.__proto__', 'This field is unknown', 'unknown_field');
      // Not spread into one call: a call cannot take a hundred thousand arguments.
      for (const child of Object.values(item)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
}
