import { z } from 'zod';
import type { Enclosed } from './contents.schemas.ts';

type Answers = NonNullable<Enclosed['answers']>;

/** Keys by which the vendor recognizes a form; they are no answers. */
const technical = /^(?:flow_?token|flow_id|wa_flow_response_params)$|_token$/i;
const mostDepth = 6;

const File = z.object({ file_name: z.string() });

/** Reads the answers of a form: an object, or its JSON. Null for any other value. */
export function readAnswers(form: unknown): Answers | null {
  const parsed = typeof form === 'string' ? parseJson(form) : form;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  return flatten('', parsed, 0).filter(({ value }) => value.trim() !== '');
}

/** The answers within a value; the names of nested ones are joined by dots. */
function flatten(name: string, value: unknown, depth: number): Answers {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') {
    const nested = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return nested === undefined || depth > mostDepth ? [{ name, value }] : flatten(name, nested, depth + 1);
  }
  if (typeof value !== 'object') return [{ name, value: String(value) }];
  if (depth > mostDepth) return [{ name, value: '…' }];
  const file = File.safeParse(value);
  if (file.success) return [{ name, value: file.data.file_name }];
  if (Array.isArray(value)) return flattenList(name, value, depth);
  return Object.entries(value)
    .filter(([key]) => !technical.test(key))
    .flatMap(([key, each]) => flatten(name === '' ? key : `${name}.${key}`, each, depth + 1));
}

/** Plain values share one answer; objects have one each. */
function flattenList(name: string, list: unknown[], depth: number): Answers {
  const each = list.map((value) => flatten(name, value, depth + 1));
  const isPlain = each.every((answers) => answers.length <= 1 && answers.every((answer) => answer.name === name));
  if (isPlain) return [{ name, value: each.flatMap(([answer]) => answer?.value ?? []).join(', ') }];
  return list.flatMap((value, index) => flatten(`${name}.${index + 1}`, value, depth + 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
