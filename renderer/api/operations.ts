import type { z } from 'zod';
import type { AllOperations } from '../../server/areas/index.ts';

/** Every operation of the server, the owner's too. */
export type OperationId = keyof AllOperations;

/** What an operation returns; undefined for one without content or with a file. */
export type Answer<Id extends OperationId> = AllOperations[Id]['response'] extends z.ZodType
  ? z.output<AllOperations[Id]['response']>
  : undefined;

/** The JSON that an operation takes; undefined where it takes none. */
export type Body<Id extends OperationId> = In<AllOperations[Id]['body']>;

/** The query parameters that an operation takes, as values: the client writes them as text and leaves out what is empty. */
export type Query<Id extends OperationId> = {
  [Name in keyof In<AllOperations[Id]['query']>]: QueryValue<In<AllOperations[Id]['query']>[Name]>;
};

/** All that an operation is called with. */
export type Input<Id extends OperationId> = Inputs[Id];

/** The arguments after the operationId: none where nothing has to be given. */
export type InputArguments<Id extends OperationId> =
  Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];

/** Listed by id: worked out for all of them at once, their combinations would be too many for the compiler. */
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

/** Numbers and flags reach the server as text. */
type QueryValue<Value> =
  | Value
  | ''
  | null
  | (string extends Value ? number : never)
  | ('true' extends Value ? boolean : never);
