import type { Request } from 'express';
import { invalid, Problem } from '../../platform/problem.ts';
import { outside } from '../../platform/running/item-run.ts';
import { decodeUtf8, isStorable } from '../../platform/text/text-encoding.ts';
import { hasBody } from '../connections/has-body.ts';
import { readBytes } from './read-bytes.ts';

const largestBody = 6 * 1024 * 1024;
const deepest = 40;

/**
 * Reads the JSON body of a request; returns `{}` when it is empty. Throws 413 before reading a body declared too large,
 * 415 for another content type, 400 for invalid or hostile JSON and for text that is not UTF-8.
 */
export async function readJsonBody(request: Request, maxBytes = largestBody): Promise<unknown> {
  if (!hasBody(request)) return {};
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes && !isJson(request)) {
    throw new Problem('unsupported_media_type', 'Send the body as application/json, in UTF-8');
  }
  // Reading runs outside the item: a slow upload is not blamed for a crash.
  const bytes = await outside(() => readBytes(request, maxBytes));
  if (bytes.length === 0) return {};
  const body = parse(bytes);
  assertSafeJson(body);
  return body;
}

function isJson(request: Request): boolean {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
  return Boolean(request.is(['application/json', '+json'])) && /^utf-?8$/i.test(charset);
}

function parse(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  if (text === null) throw invalid('body', 'The body is not UTF-8', 'invalid_encoding');
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body', 'The body is not valid JSON', 'invalid_json');
  }
}

/**
 * Throws 400 for nesting deeper than any schema, for keys that could change a prototype when the object is copied, and
 * for text that databases, files or messages cannot store.
 */
export function assertSafeJson(value: unknown, field = 'body', depth = 0): void {
  if (typeof value === 'string' && !isStorable(value)) throw unstorable(field);
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw invalid('body', `The body is nested deeper than ${deepest} levels`, 'too_deep');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertSafeJson(item, `${field}[${index}]`, depth + 1);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) throw invalid('body.__proto__', 'This field is unknown', 'unknown_field');
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable(field);
    assertSafeJson(item, `${field}.${key}`, depth + 1);
  }
}

const unstorable = (field: string): Problem =>
  invalid(field, 'Text cannot contain NUL or half of a surrogate pair', 'invalid_text');
