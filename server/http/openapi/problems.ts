import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { type ProblemCode, problems } from '../../platform/problem.ts';
import type { Operation } from '../operation.ts';
import { problemExample } from './examples.ts';
import { RequestId, RetryAfter } from './headers.ts';

const ProblemDocument = z
  .looseObject({
    type: z
      .string()
      .meta({ description: 'A URN that ends with the code.', examples: ['urn:frontdesk:problem:not_found'] }),
    title: z.string().meta({ description: 'What the code means, the same for every occurrence.' }),
    status: z.int().meta({ description: 'The status of the answer.' }),
    detail: z.string().meta({ description: 'What is wrong this time, for people.' }),
    code: z.string().meta({ description: 'A stable word for programs.', examples: ['not_found'] }),
    requestId: z.string().meta({ description: 'Names this request in the log of the server, as `X-Request-Id` does.' }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: 'Where the fault is.', examples: ['body.items[2].name'] }),
          code: z.string().meta({ description: 'The kind of the fault, for programs.' }),
          message: z.string().meta({ description: 'What would be right, as a predicate.', examples: ['is missing'] }),
          limit: z.int().optional().meta({ description: 'For `too_long`: the limit, in UTF-16 units.' }),
          length: z.int().optional().meta({ description: 'For `too_long`: the length, in UTF-16 units.' }),
        }),
      )
      .optional()
      .meta({ description: 'Every fault of a request that is not valid.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document. Some codes have further fields.' });

/** Returns the problem codes of an operation: those of the frame, which follow from its shape, and its own. */
export function problemCodes(spec: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...(['unauthorized', 'invalid_token', 'insufficient_scope'] as const),
    ...(['rate_limited', 'operation_set_aside', 'too_much_work'] as const),
  ]);
  if (spec.query || spec.method !== 'get') codes.add('validation_failed');
  if (spec.target) codes.add('not_found');
  if (spec.target && spec.method !== 'get') codes.add('precondition_failed');
  if (spec.method !== 'get') {
    for (const code of [
      'payload_too_large',
      'unsupported_media_type',
      'trial_locked',
      'storage_full',
      'unavailable',
    ] as const) {
      codes.add(code);
    }
  }
  if (spec.method === 'post') {
    codes.add('idempotency_conflict');
    if (spec.tx === 'none') {
      codes.add('idempotency_in_progress');
      if (!spec.isRepeatable) codes.add('idempotency_interrupted');
    }
  }
  if (spec.exports) codes.add('acknowledgement_required');
  for (const code of spec.errors ?? []) codes.add(code);
  return [...codes];
}

/** Answers with the same codes are one component, to which operations refer. */
const answers = new Map<string, ZodOpenApiResponseObject>();

/** The problem answers of an operation by status. */
export function describeProblems(spec: Operation): Record<string, ZodOpenApiResponseObject> {
  const codes: ProblemCode[] = [...problemCodes(spec), 'internal_error'];
  const byStatus = Map.groupBy(codes.sort(), (code) => spec.statuses?.[code] ?? problems[code][0]);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), describeAnswer(status, codes)]));
}

function describeAnswer(status: number, codes: ProblemCode[]): ZodOpenApiResponseObject {
  const names = codes.map((code) => problemExample(code, status));
  const id = names.map(toName).join('Or');
  const known = answers.get(id);
  if (known) return known;
  const waits = codes.some((code) => [429, 503].includes(problems[code][0]));
  const answer: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `\`${code}\`: ${problems[code][1]}`).join('. '),
    headers: z.object({ 'X-Request-Id': RequestId, ...(waits ? { 'Retry-After': RetryAfter } : {}) }),
    content: { 'application/problem+json': { schema: ProblemDocument, examples: refer(names) } },
  };
  answers.set(id, answer);
  return answer;
}

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));

const toName = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
