import type { z } from 'zod';
import type { Principal } from '../../../http/access/auth.ts';
import { callOperation, findCallable, type OperationInput } from '../../../http/call-operation.ts';
import type { Operation } from '../../../http/operation.ts';
import type { Scope } from '../../../platform/access/scopes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { AssistantSettings } from '../settings.ts';

/** What a tool does at most: it changes nothing, changes something, or deletes. */
export type Effect = 'read' | 'write' | 'delete';

/** Who calls a tool, and what the owner allows. */
export interface Caller {
  platform: Platform;
  principal: Principal;
  settings: AssistantSettings;
}

export interface ToolContext extends Caller {
  /** Calls an operation for the assistant's key. Throws the problems of a request. */
  call<Result>(operationId: string, input?: OperationInput): Promise<Result>;
}

/** One tool as an assistant sees it. */
export interface Tool {
  name: string;
  title: string;
  /** What it is for and what it returns; every word is paid for in each conversation with the assistant. */
  description: string;
  effect: Effect;
  /** The key needs one of these; null for a tool that checks the scope of what it calls. */
  scopes: readonly Scope[] | null;
  /** Every call sends something to a customer. */
  writesToCustomers?: true;
  input: z.ZodObject;
  run(input: never, context: ToolContext): Promise<unknown>;
}

/** Declares a tool; its input is parsed by the schema before `run`. */
export const tool = <Input extends z.ZodObject>(
  spec: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(input: z.output<Input>, context: ToolContext): Promise<unknown>;
  },
): Tool => spec;

export const toContext = (caller: Caller): ToolContext => ({
  ...caller,
  async call<Result>(operationId: string, input: OperationInput = {}) {
    const { platform, principal, settings } = caller;
    const spec = findCallable(platform.services.operations, operationId);
    if (spec) assertAllowed(spec, input.body, settings);
    const { mayWriteToCustomers } = settings;
    const asked = mayWriteToCustomers ? principal : withoutConfirmation(principal);
    return (await callOperation(platform, asked, operationId, input)) as Result;
  },
});

/** Marks the principal's writes as unconfirmed until a person confirms them. */
const withoutConfirmation = (principal: Principal): Principal => ({
  ...principal,
  actor: { ...principal.actor, needsConfirmation: true },
});

/** Throws 403 for what the owner does not let assistants do, whichever tool asks for it. */
function assertAllowed(spec: Operation, body: unknown, { mayDelete, mayWriteToCustomers }: AssistantSettings): void {
  if (spec.peopleOnly) throw new Problem('assistant_not_allowed', 'Only a person may do this: ask your user');
  if (spec.method === 'delete' && !mayDelete) {
    throw new Problem('assistant_not_allowed', 'The owner does not let assistants delete: ask the owner to do it');
  }
  if (!mayWriteToCustomers && mayReachCustomers(spec, (body ?? {}) as Record<string, unknown>)) {
    throw new Problem(
      'assistant_not_allowed',
      'Customers may read what this writes, and the owner does not let assistants write to customers: show the owner ' +
        'what you would write',
    );
  }
}

/** True if the caller's text may reach a customer unconfirmed: the default for operations without `words`. */
const mayReachCustomers = ({ method, words, sendsAtOnce }: Operation, body: Record<string, unknown>): boolean =>
  method !== 'get' && (words === undefined || sendsAtOnce?.(body) === true);

/** Describes to an assistant if it may call a writing operation, with the reason; undefined for a reading operation. */
export const tellReach = ({ method, words, peopleOnly }: Operation, { mayWriteToCustomers }: AssistantSettings) => {
  if (method === 'get') return undefined;
  if (peopleOnly) return 'not allowed: only a person may do this';
  if (mayWriteToCustomers) return 'allowed';
  if (words === 'never') return 'allowed: it reaches no customer';
  return words === undefined
    ? 'not allowed: customers may read what it writes'
    : 'allowed: customers hear of it once a person has confirmed what you entered';
};

/** Whether a key has a scope. */
export const hasScope = ({ scopes }: Principal, scope: string): boolean => scopes.has(scope) || scopes.has('all');

/** Whether a tool is offered to a caller: by its scopes and by what the owner allows. */
export function isOffered(one: Tool, { principal, settings }: Caller): boolean {
  if (one.effect === 'delete' && !settings.mayDelete) return false;
  if (one.writesToCustomers && !settings.mayWriteToCustomers) return false;
  return one.scopes === null || one.scopes.some((scope) => hasScope(principal, scope));
}
