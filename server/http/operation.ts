import type { z } from 'zod';
import type { Scope } from '../platform/access/scopes.ts';
import type { Workspace } from '../platform/access/workspaces.ts';
import type { Db } from '../platform/database/database.ts';
import type { Files } from '../platform/files/files.ts';
import type { Log } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import type { Problem, ProblemCode, ProblemDetails } from '../platform/problem.ts';
import type { Actor, Work } from '../platform/work/work.ts';
import type { UploadedFile } from './body/uploads.ts';
import type { CursorCodec } from './paginate.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `read` sees the committed state, `write` runs in one transaction, `none` may wait for the network. */
export type Transaction = 'read' | 'write' | 'none';

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
export type PathParams<Path> = { [Name in ParamNames<Path>]: string };

/**
 * The resource that a path names. The frame loads it before `run`: absent is 404, a stale `If-Match` 412; `run` finds it
 * as `target`. The schema is that of the resource's GET, so that both give the same ETag.
 */
export interface Target<Resource> {
  schema: z.ZodType<Resource>;
  load(context: { db: Db; platform: Platform; workspace: Workspace; params: never }): Promise<Resource | null>;
}

/** What a target is loaded with; `Names` are the path parameters that it needs. */
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
  /** `file`, or `files` where several are allowed. */
  field: 'file' | 'files';
  maxFiles: number;
  maxBytes: number;
  description: string;
}

/** An answer that is a file or a stream instead of JSON. */
export interface FileReply {
  /** Under which name a browser keeps it; null for what is not to be kept. */
  fileName: string | null;
  headers?: Record<string, string>;
  chunks: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}

export interface FileResponse {
  contentType: string;
}

interface CommonContext<Path, Query, Body, Resource, Code> {
  platform: Platform;
  files: Files;
  log: Log;
  workspace: Workspace;
  actor: Actor;
  /** The moment of the request as UTC text. */
  now: string;
  params: PathParams<Path>;
  query: Query;
  body: Body;
  uploads: UploadedFile[];
  target: Resource;
  cursors: CursorCodec;
  /** The caller's `Idempotency-Key`, for operations that keep it with what they make. */
  idempotencyKey: string | null;
  /** A header of the request, for the few operations that answer by one. */
  header(name: string): string | undefined;
  newId(prefix: string): string;
  /** Throws 403 unless the caller has a further scope: for what only some values of a request need. */
  assertScope(scope: Scope): void;
  /** Makes a refusal with one of the operation's declared codes, to be thrown. */
  fail(code: Code, detail?: string, details?: ProblemDetails): Problem;
}

/** What each kind of transaction adds to the context. */
interface TransactionContext {
  read: { db: Db };
  write: Work;
  none: {
    /** Reads what is committed. */
    db: Db;
    /** A short transaction of its own. */
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
> {
  method: Method;
  path: Path;
  /** The scope that a key needs; `owner` is the console's session alone. */
  scope: Scope | 'owner';
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
  /** What `run` may refuse with, beyond what the frame refuses by itself. */
  errors?: readonly Code[];
  /** Where the specification gives a code another status here than it has elsewhere. */
  statuses?: { [Declared in NoInfer<Code>]?: number };
  /** Finds by the `Idempotency-Key` what it has done: after a crash in its middle it may run again. */
  isRepeatable?: true;
  /** Where a repeat under the same `Idempotency-Key` answers another status than the first time. */
  replayStatus?: 200;
  /** What a request with `Accept: text/csv` is answered in place of the JSON. */
  csv?(
    context: CommonContext<Path, Out<Query>, Out<Body>, Resource, Code> & TransactionContext[Tx],
  ): Promise<FileReply>;
  /** Not in the specification: marked `x-extension` in the OpenAPI document. */
  extension?: true;
  run(
    context: CommonContext<Path, Out<Query>, Out<Body>, Resource, Code> & TransactionContext[Tx],
  ): Promise<Result<Response>>;
}

/** An operation as the frame handles it: its types are checked where it is declared. */
export type Operation = OperationSpec<
  string,
  Transaction,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType | FileResponse | null,
  ProblemCode,
  unknown
>;

/**
 * Declares one API operation: who may call, what goes in, what comes out, what can go wrong, then the story.
 * Route, validation, OpenAPI, scope check and the generic tests are derived from it.
 */
export function operation<
  const Path extends string,
  Tx extends Transaction,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | FileResponse | null = null,
  const Code extends ProblemCode = never,
  Resource = undefined,
>(
  spec: OperationSpec<Path, Tx, Query, Body, Response, Code, Resource>,
): TypedOperation<NoInfer<Path>, NoInfer<Query>, NoInfer<Body>, NoInfer<Response>> {
  return spec as unknown as TypedOperation<Path, Query, Body, Response>;
}

/** An operation that remembers what it was declared with: the console's client is typed from it. */
export type TypedOperation<Path, Query, Body, Response> = Omit<Operation, 'path' | 'query' | 'body' | 'response'> & {
  path: Path;
  query?: Query;
  body?: Body;
  response: Response;
};

/** The operations of one area by their operationId. */
export type Operations = Record<string, Operation>;
