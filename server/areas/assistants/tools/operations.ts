import { z } from 'zod';
import { findCallable, isCallable, type OperationInput } from '../../../http/call-operation.ts';
import { type Operation, pathParameters } from '../../../http/operation.ts';
import { Problem } from '../../../platform/problem.ts';
import { LenientReader } from '../read-leniently.ts';
import { repeatKey } from './page.ts';
import { type Effect, hasScope, type ToolContext, tellReach, tool } from './tool.ts';

const operationId = z.string().max(100);
const parameters = z.record(z.string(), z.unknown()).optional().describe('Path and query parameters by name');
const ifMatch = z.string().max(200).optional().describe('The etag that was read: refuse if changed since');

const effectOf = ({ method }: Operation): Effect =>
  method === 'get' ? 'read' : method === 'delete' ? 'delete' : 'write';

/** Tools over all operations, for what no tool of its own does. */
export const operationTools = [
  tool({
    name: 'find_operations',
    title: 'Find operations',
    description:
      'Finds operations of the shop’s API for what no other tool does. Then describe_operation, then call_*.',
    effect: 'read',
    scopes: null,
    input: z.strictObject({ words: z.string().max(200), limit: z.int().min(1).max(50).default(10) }),
    async run({ words, limit }, context) {
      return { operations: findOperations(context, words).slice(0, limit) };
    },
  }),

  tool({
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'What an operation does, its parameters and its body as JSON Schema.',
    effect: 'read',
    scopes: null,
    input: z.strictObject({ operationId }),
    async run({ operationId: id }, { platform, settings }) {
      const { operations, jsonSchemas } = platform.services;
      const spec = requireOperation(operations, id);
      return {
        operationId: id,
        callWith: `call_${effectOf(spec)}`,
        summary: spec.summary,
        description: spec.description,
        scope: spec.scope,
        permission: tellReach(spec, settings),
        pathParameters: pathParameters(spec),
        query: spec.query && jsonSchemas.of(spec.query),
        body: spec.body && jsonSchemas.of(spec.body),
        refusals: spec.errors,
      };
    },
  }),

  tool({
    name: 'call_read',
    title: 'Call a reading operation',
    description: 'Calls an operation that changes nothing (GET).',
    effect: 'read',
    scopes: null,
    input: z.strictObject({ operationId, parameters }),
    run: ({ operationId: id, parameters: given }, context) => callAs('read', context, id, { parameters: given }),
  }),

  tool({
    name: 'call_write',
    title: 'Call a changing operation',
    description: 'Calls an operation that creates or changes (POST, PUT, PATCH).',
    effect: 'write',
    scopes: null,
    input: z.strictObject({
      operationId,
      parameters,
      body: z.record(z.string(), z.unknown()).optional(),
      repeatKey,
      ifMatch,
    }),
    run: ({ operationId: id, repeatKey: idempotencyKey, ...rest }, context) =>
      callAs('write', context, id, { ...rest, idempotencyKey }),
  }),

  tool({
    name: 'call_delete',
    title: 'Call a deleting operation',
    description: 'Calls an operation that deletes (DELETE).',
    effect: 'delete',
    scopes: null,
    input: z.strictObject({ operationId, parameters, ifMatch }),
    run: ({ operationId: id, ...rest }, context) => callAs('delete', context, id, rest),
  }),
];

function requireOperation(operations: Record<string, Operation>, id: string): Operation {
  const spec = findCallable(operations, id);
  if (spec) return spec;
  throw new Problem('not_found', `There is no operation ${id} to call: use find_operations`);
}

async function callAs(
  effect: Effect,
  { platform, call }: ToolContext,
  id: string,
  input: OperationInput,
): Promise<unknown> {
  const { operations, jsonSchemas } = platform.services;
  const spec = requireOperation(operations, id);
  const needed = effectOf(spec);
  if (needed !== effect) throw new Problem('method_not_allowed', `Call ${id} with call_${needed}`);
  // An empty text may be a value to store, unless the schema rejects it.
  const reader = spec.body && new LenientReader(jsonSchemas.of(spec.body), { isEmptyAbsent: false });
  const result = await call(id, reader ? { ...input, body: reader.read(input.body ?? {}) } : input);
  return result ?? { done: true };
}

/** The operations that the key may call, best match of the words first; all of them without words. */
function findOperations({ platform, principal, settings }: ToolContext, words: string) {
  const wanted = [...new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu))].map(stem);
  const allowed = Object.entries(platform.services.operations)
    .filter(([, spec]) => isCallable(spec) && hasScope(principal, spec.scope))
    .filter(([, spec]) => settings.mayDelete || spec.method !== 'delete')
    .map(([id, spec]) => ({ id, spec, points: wanted.map((word) => pointsOf(word, id, spec)) }));
  // A word that few operations have tells more.
  const weights = wanted.map((_, index) => 1 / (1 + allowed.filter(({ points }) => points[index] !== 0).length));
  return allowed
    .map((one) => ({
      ...one,
      score: one.points.reduce((sum, points, index) => sum + points * (weights[index] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0 || wanted.length === 0)
    .sort((a, b) => b.score - a.score)
    .map(({ id, spec }) => ({
      operationId: id,
      callWith: `call_${effectOf(spec)}`,
      summary: spec.summary,
      path: spec.path,
      permission: tellReach(spec, settings),
    }));
}

/** A word without its plural ending, so that it is found in both. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(ies|es|s|y)$/, '') : word);

/** A word counts most in the id, then in the summary and the path, then in the description. */
function pointsOf(word: string, id: string, { summary, description = '', path }: Operation): number {
  if (id.toLowerCase().includes(word)) return 4;
  if (`${summary} ${path}`.toLowerCase().includes(word)) return 3;
  return description.toLowerCase().includes(word) ? 1 : 0;
}
