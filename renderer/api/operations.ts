import type { z } from 'zod';
import type { Operations } from '../../build/client/package/generated/operations.ts';
import type { AllOperations } from '../../server/areas/index.ts';

/** Every operation of the server, including the owner's. */
export type OperationId = keyof AllOperations;

/**
 * Response of an operation; undefined for one without content. An operation of the API has the types of the public
 * client, one of the owner's those of its declaration.
 */
export type Result<Id extends OperationId> = Id extends keyof Operations
  ? Exclude<Operations[Id]['result'], void>
  : AllOperations[Id]['response'] extends z.ZodType
    ? z.output<AllOperations[Id]['response']>
    : undefined;

/** JSON body of an operation; undefined without one. */
export type Body<Id extends OperationId> = Id extends keyof Operations
  ? Operations[Id]['input'] extends { body?: infer Sent }
    ? Sent
    : undefined
  : In<AllOperations[Id]['body']>;

/** Query parameters of an operation as values; the client writes them as text and omits empty ones. */
export type Query<Id extends OperationId> = Id extends keyof Operations
  ? Emptiable<Omit<Operations[Id]['input'], ParamNames<AllOperations[Id]['path']> | 'body' | 'file' | 'files'>>
  : { [Name in keyof In<AllOperations[Id]['query']>]: QueryValue<In<AllOperations[Id]['query']>[Name]> };

/** Path, query and body of an operation. */
export type Input<Id extends OperationId> = Inputs[Id];

/** Arguments after the operationId; optional if no input is required. */
export type InputArguments<Id extends OperationId> =
  Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];

/** A mapped type over all ids: TypeScript cannot expand the union of all combinations. */
type Inputs = {
  [Id in OperationId]: PathPart<ParamNames<AllOperations[Id]['path']>> &
    (undefined extends In<AllOperations[Id]['query']> ? unknown : Part<'query', Query<Id>>) &
    (undefined extends In<AllOperations[Id]['body']> ? unknown : { body: Body<Id> });
};
type In<Schema> = [NonNullable<Schema>] extends [never]
  ? undefined
  : NonNullable<Schema> extends infer Known extends z.ZodType
    ? z.input<Known>
    : undefined;
type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type PathPart<Names extends string> = [Names] extends [never] ? unknown : { path: Record<Names, string> };
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

type Emptiable<Values> = { [Name in keyof Values]: Values[Name] | '' | null };

/** Numbers and booleans are sent as text. */
type QueryValue<Value> =
  | Value
  | ''
  | null
  | (string extends Value ? number : never)
  | ('true' extends Value ? boolean : never);
