import { z } from 'zod';
import type { Session } from '../platform/access/console-sessions.ts';
import type { ConsoleScope, Scope } from '../platform/access/scopes.ts';
import type { Workspace } from '../platform/access/workspaces.ts';
import type { Db } from '../platform/database/database.ts';
import type { Files } from '../platform/files/files.ts';
import type { Log } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import type { Problem, ProblemCode, ProblemDetails } from '../platform/problem.ts';
import type { Actor, Work } from '../platform/work/work.ts';
import type { Dear } from './access/shares.ts';
import type { UploadedFile } from './body/uploads.ts';
import { type CursorCodec, Flag } from './paginate.ts';

/** Content type of an operation's alternative to JSON (`csv`). */
export const csvType = 'text/csv';

/**
 * Step limit for operations whose work grows with the shop. They work in parts of bounded size, each in a separate
 * transaction, and other requests run in between.
 */
export const inParts = Number.POSITIVE_INFINITY;

/** Enough for a page of a hundred rows with their related rows, and for all items of an agent, read twice. */
export const usualSteps = 12_000;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `read` sees committed data, `write` runs in one transaction, `none` may await the network. */
export type Transaction = 'read' | 'write' | 'none';

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
export type PathParams<Path> = { [Name in ParamNames<Path>]: string };

/**
 * The resource named by a path. The frame loads it before `run` and passes it as `target`; a missing one is 404, a
 * stale `If-Match` 412. The schema is that of the resource's GET, so that both have the same ETag.
 */
export interface Target<Resource> {
  schema: z.ZodType<Resource>;
  load(context: { db: Db; platform: Platform; workspace: Workspace; params: never }): Promise<Resource | null>;
}

/** Arguments for loading a target; `Names` are the path parameters that it needs. */
export interface TargetContext<Names extends string> {
  db: Db;
  platform: Platform;
  workspace: Workspace;
  params: Record<Names, string>;
}

/** Declares a target: `target(Channel, async ({ db, workspace, params }: TargetContext<'id'>) => …)`. */
export function target<Schema extends z.ZodType, Names extends string>(
  schema: Schema,
  load: (context: TargetContext<Names>) => Promise<z.input<Schema> | null>,
): Target<z.output<Schema>> {
  return { schema, load } as unknown as Target<z.output<Schema>>;
}

export interface UploadSpec {
  /** `file`, or `files` when several are allowed. */
  field: 'file' | 'files';
  maxFiles: number;
  maxBytes: number;
  description: string;
  /** Deletes the files after the request; otherwise they become blobs, for which `run` inserts rows. */
  isTemporary?: boolean;
}

/** A response that is a file or a stream instead of JSON. */
export interface FileReply {
  /** Download name; null for a response that is not saved as a file. */
  fileName: string | null;
  /** The type that was chosen where the operation declares alternatives. */
  contentType?: string;
  headers?: Record<string, string>;
  chunks: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
  /** Called once the file was sent or its caller left. */
  ended?(): void;
}

export interface FileResponse {
  contentType: string;
  /** Further types, which a caller can ask for by `Accept`; `run` chooses with `accepts`. */
  alternatives?: readonly string[];
  /** Schema of the content for the API document; defaults to text. */
  content?: z.ZodType;
}

interface CommonContext<Path, Query, Body, Resource, Code, Who> {
  platform: Platform;
  files: Files;
  log: Log;
  workspace: Workspace;
  actor: Actor;
  /** The console's session, which every caller of an operation of the console has; null for a key. */
  session: Who extends ConsoleScope ? Session : Session | null;
  /** Time of the request as UTC text. */
  now: string;
  params: PathParams<Path>;
  query: Query;
  body: Body;
  uploads: UploadedFile[];
  target: Resource;
  cursors: CursorCodec;
  /** True if the caller acknowledged that the export holds personal data; false for other operations. */
  acknowledged: boolean;
  /** The caller's `Idempotency-Key`, for operations that store it with what they create. */
  idempotencyKey: string | null;
  /** Returns a request header, for the few operations that depend on one. */
  header(name: string): string | undefined;
  /** Returns the one of these media types that `Accept` prefers; the first if it names none of them. */
  accepts<Type extends string>(first: Type, ...others: Type[]): Type;
  newId(prefix: string): string;
  /** Throws 403 unless the caller has another scope, which only some requests need. */
  assertScope(scope: Scope): void;
  /** Creates a refusal with one of the operation's declared codes; the caller throws it. */
  fail(code: Code, detail?: string, details?: ProblemDetails): Problem;
}

/** Context added by each kind of transaction. */
interface TransactionContext {
  read: { db: Db };
  write: Work;
  none: {
    /** Reads committed data. */
    db: Db;
    /** Runs a short transaction. */
    write<T>(run: (work: Work) => Promise<T>): Promise<T>;
  };
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Result<Response> = Response extends z.ZodType
  ? z.input<Response>
  : Response extends FileResponse
    ? FileReply
    : // biome-ignore lint/suspicious/noConfusingVoidType: a 204 has nothing to answer with
      void;

interface OperationSpec<
  Path extends string,
  Tx extends Transaction,
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType | FileResponse | null,
  Code extends ProblemCode,
  Resource,
  Who extends Scope | ConsoleScope,
> {
  method: Method;
  path: Path;
  /** Scope required of the caller. No key has `console` (everyone signed in there) and `owner`. */
  scope: Who;
  summary: string;
  description?: string;
  tx: Tx;
  query?: Query;
  body?: Body;
  upload?: UploadSpec;
  target?: Target<Resource>;
  success: 200 | 201 | 202 | 204;
  /** Null for 204. */
  response: Response;
  /** Refusals of `run`, in addition to those of the frame. */
  errors?: readonly Code[];
  /** Statuses that the specification assigns to a code for this operation only. */
  statuses?: { [Declared in NoInfer<Code>]?: number };
  /** The operation finds earlier effects by its `Idempotency-Key`, so it may be repeated after a crash. */
  isRepeatable?: true;
  /** Status of a repeat under the same `Idempotency-Key`, when it differs. */
  replayStatus?: 200;
  /**
   * Exports many people's data as a file, by `exportCsv`: in every response, or only in its CSV if `csv` is set. At the
   * console only owners get it. It requires `acknowledged=true` (428), and the event log records it.
   */
  exports?: true;
  /** Handles requests with `Accept: text/csv` in place of `run`. */
  csv?(
    context: CommonContext<Path, Out<Query>, Out<Body>, Resource, Code, Who> & TransactionContext[Tx],
  ): Promise<FileReply>;
  /**
   * States if the caller's text can reach a customer through this write, now or later. `never`: it cannot.
   * `once-confirmed`: it is stored in a record that marks assistants' entries (`platform/work/unconfirmed.ts`), so it
   * waits for a person. Absent: it can, so assistants need the owner's permission.
   */
  words?: 'never' | 'once-confirmed';
  /** Returns true if this body reaches a customer in spite of `words`. */
  sendsAtOnce?(body: Record<string, unknown>): boolean;
  /** Assistants may never call it, even with the owner's permission: only a person may decide this. */
  peopleOnly?: true;
  /** Blocks the main thread for long, so each caller has a share. */
  dear?: Dear;
  /**
   * Most steps that a call may take in the main thread (`platform/running/steps.ts`). The most expensive arguments must
   * need fewer in a large shop, as `test/http/steps.test.ts` verifies. Defaults to `usualSteps`.
   */
  steps?: number;
  /** Not in the specification: marked `x-extension` in the OpenAPI document. */
  extension?: true;
  run(
    context: CommonContext<Path, Out<Query>, Out<Body>, Resource, Code, Who> & TransactionContext[Tx],
  ): Promise<Result<Response>>;
}

/** An operation as seen by the frame; its types are checked where it is declared. */
export type Operation = OperationSpec<
  string,
  Transaction,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType | FileResponse | null,
  ProblemCode,
  unknown,
  Scope | ConsoleScope
>;

/**
 * Declares one API operation: who may call it, its input, output, refusals and implementation. Routes, validation,
 * OpenAPI, scope checks and generic tests are derived from it.
 */
export function operation<
  const Path extends string,
  Tx extends Transaction,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | FileResponse | null = null,
  const Code extends ProblemCode = never,
  Resource = undefined,
  const Who extends Scope | ConsoleScope = Scope,
  Exports extends true | undefined = undefined,
>(
  spec: OperationSpec<Path, Tx, Query, Body, Response, Code, Resource, Who> & { exports?: Exports },
): TypedOperation<NoInfer<Path>, NoInfer<QueryOf<Query, Exports>>, NoInfer<Body>, NoInfer<Response>> {
  const query = spec.exports ? (spec.query ?? z.object({})).extend({ acknowledged: Acknowledged }) : spec.query;
  return { ...spec, query } as unknown as TypedOperation<Path, QueryOf<Query, Exports>, Body, Response>;
}

/** Query parameter that acknowledges an export of personal data. */
const Acknowledged = Flag.describe('Must be `true`, because the file holds personal data.');

/** The query of an operation; an export adds `acknowledged`. */
type QueryOf<Query, Exports> = Exports extends true
  ? z.ZodObject<
      (Query extends z.ZodObject<infer Shape> ? Shape : Record<never, never>) & { acknowledged: typeof Acknowledged }
    >
  : Query;

/** True if the call gets the CSV of an operation that otherwise returns JSON. */
export const isCsv = (spec: Operation, accept = ''): boolean =>
  spec.csv !== undefined && accept.trim().toLowerCase().startsWith(csvType);

/** True if the call exports many people's data as a file. */
export const isExport = (spec: Operation, accept?: string): boolean =>
  spec.exports === true && (spec.csv === undefined || isCsv(spec, accept));

/** An operation with the types of its declaration, from which the console's client is typed. */
export type TypedOperation<Path, Query, Body, Response> = Omit<Operation, 'path' | 'query' | 'body' | 'response'> & {
  path: Path;
  query?: Query;
  body?: Body;
  response: Response;
};

/** Returns whether an operation may hold the main thread for long. */
export const isExpensive = ({ dear, steps }: Operation): boolean => dear !== undefined || steps !== undefined;

/** The schemas of single resources. Answers with these carry an ETag, the same wherever the resource is shown. */
export const findResources = (operations: readonly Operation[]): Set<z.ZodType> =>
  new Set(operations.flatMap(({ target }) => (target ? [target.schema] : [])));

/** The names of the parameters in an operation's path. */
export const pathParameters = (spec: Operation): string[] =>
  [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** The operations of one area by their operationId. */
export type Operations = Record<string, Operation>;
