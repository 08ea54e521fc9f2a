import type { Request } from 'express';
import { invalid } from '../platform/problem.ts';
import { isStorable } from '../platform/text/text-encoding.ts';

/** A time whose unescaped plus was decoded to a space. */
const offsetWithoutPlus = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:?\d\d)$/;

/**
 * Returns the query parameters as text by name. Joins repeated parameters with commas, also those written as `name[]` or
 * `name[0]`, since clients differ in how they write lists. Throws 400 for text that is not UTF-8 or contains NUL.
 */
export function readQuery(request: Request): Record<string, string> {
  const query = request.url.split('?').slice(1).join('?');
  if (!isUtf8(query)) throw invalid('query', 'The query is not UTF-8', 'invalid_encoding');
  const parameters = new Map<string, string>();
  for (const [written, value] of new URLSearchParams(query)) {
    const name = written.replace(/\[\d*\]$/, '');
    const text = value.replace(offsetWithoutPlus, '$1+$2');
    if (!isStorable(text)) throw invalid(`query.${name}`, 'Text cannot contain NUL', 'invalid_text');
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? text : `${before},${text}`);
  }
  return Object.fromEntries(parameters);
}

/** Treats a percent sign that escapes nothing as a literal. */
function isUtf8(query: string): boolean {
  try {
    decodeURIComponent(query.replaceAll(/%(?![0-9a-f]{2})/gi, ''));
    return true;
  } catch {
    return false;
  }
}
