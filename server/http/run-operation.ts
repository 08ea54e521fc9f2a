import { z } from 'zod';
import type { Scope } from '../platform/access/scopes.ts';
import { newId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import { type FieldError, Problem, type ProblemCode, type ProblemDetails } from '../platform/problem.ts';
import { outside } from '../platform/running/item-run.ts';
import { countIn, Steps } from '../platform/running/steps.ts';
import type { Work } from '../platform/work/work.ts';
import { assertMayExport, assertScope, type Principal } from './access/auth.ts';
import { type IdempotentRequest, replayOrRun, replayOrRunNoted } from './access/idempotency.ts';
import type { Claim, Dear } from './access/shares.ts';
import { callerOf } from './attend.ts';
import type { UploadedFile } from './body/uploads.ts';
import {
  type FileReply,
  findResources,
  isCsv,
  isExport,
  type Operation,
  type Operations,
  usualSteps,
} from './operation.ts';
import { CursorCodec } from './paginate.ts';
import { assertMatch, etagOf, type Reply } from './reply.ts';
import { toFieldErrors } from './send-problem.ts';

/** An authorized and validated call of an operation, by a request or by an assistant's tool. */
export interface Call {
  operationId: string;
  spec: Operation;
  principal: Principal;
  params: Record<string, string>;
  query: Record<string, unknown> | undefined;
  body: unknown;
  uploads: UploadedFile[];
  header(name: string): string | undefined;
  accepts(first: string, ...others: string[]): string;
  ifMatch: string | undefined;
  idempotent: IdempotentRequest | null;
  /** Aborted when the caller disconnects; a call waiting for its share then gives up. */
  leaving?: AbortSignal | undefined;
}

/** The resources of the mounted operations. */
const resources = new WeakSet<object>();

/** Notes which answers carry an ETag. */
export function noteResources(operations: Operations): void {
  for (const schema of findResources(Object.values(operations))) resources.add(schema);
}

/**
 * Throws 403 if the caller's scope, the rule for exports (see `accept`) or an ended trial forbids the call, and 507 if
 * the disk is full.
 */
export function admit(platform: Platform, principal: Principal, spec: Operation, accept?: string): void {
  assertScope(principal, spec.scope);
  if (isExport(spec, accept)) assertMayExport(principal);
  if (spec.method !== 'get') assertWritable(platform, principal, spec);
}

/**
 * Parses the query, as text by name, and the JSON body by the schemas of the operation. Throws 400 with all faults of
 * both.
 */
export function parseInput(
  spec: Operation,
  text: Record<string, unknown>,
  json: unknown,
): { query: Record<string, unknown> | undefined; body: unknown } {
  const errors: FieldError[] = [];
  const query = spec.query?.safeParse(dropEmpty(text));
  if (query?.error) errors.push(...toFieldErrors('query', query.error));
  const body = takesJson(spec) ? (spec.body ?? NoBody).safeParse(json) : undefined;
  if (body?.error) errors.push(...toFieldErrors('body', body.error));
  if (errors.length > 0) throw new Problem('validation_failed', describe(errors), { errors });
  return { query: query?.data, body: body?.data };
}

/** Whether the operation reads a JSON body. */
export const takesJson = (spec: Operation): boolean => spec.method !== 'get' && !spec.upload;

/** Operations without a body accept an empty one or `{}`. */
const NoBody = z.strictObject({});

const describe = (errors: { field: string; message: string }[]): string =>
  errors
    .map((error) => `${error.field}: ${error.message}`)
    .join('; ')
    .slice(0, 1_000);

const dropEmpty = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

function assertWritable(platform: Platform, { workspace }: Principal, { scope }: Operation): void {
  const ended =
    scope !== 'owner' &&
    scope !== 'console' &&
    workspace.trialEndsAt !== null &&
    workspace.trialEndsAt <= platform.clock.now().toISOString();
  if (ended) throw new Problem('trial_locked', 'The trial of this workspace has ended: it can be read and exported');
  platform.storage.assertRoom();
}

/** Runs a call in the transaction that its operation declares; a repeat under an `Idempotency-Key` gets the stored reply. */
export async function execute(platform: Platform, call: Call): Promise<Reply | FileReply> {
  const { spec, principal, idempotent } = call;
  const { workspace, actor } = principal;
  if (spec.tx === 'write') {
    return inPlace(platform, call, () =>
      platform.work(workspace, actor, async (work) => {
        const run = () => runOnce(platform, call, work) as Promise<Reply>;
        return idempotent ? replay(spec, await replayOrRun(platform, work, idempotent, run)) : run();
      }),
    );
  }
  const context =
    spec.tx === 'read'
      ? { db: platform.database.read }
      : {
          db: platform.database.read,
          write: <T>(run: (work: Work) => Promise<T>) =>
            platform.work(workspace, actor, async (work) => {
              await assertStillMatches(platform, call, work);
              return run(work);
            }),
        };
  const run = () => joined(platform, call, () => inPlace(platform, call, () => runOnce(platform, call, context)));
  return idempotent ? replay(spec, await replayOrRunNoted(platform, idempotent, run)) : run();
}

/** Runs an expensive call once its share and a place are free. A file keeps its share until it is sent. */
async function inPlace<T extends Reply | FileReply>(platform: Platform, call: Call, run: () => Promise<T>): Promise<T> {
  const { dear } = call.spec;
  if (!dear) return run();
  const place = await outside(() => platform.services.shares.claim(toClaim(call, dear)));
  try {
    const reply = await run();
    if (!('chunks' in reply)) place.leave();
    else reply.ended = place.leave;
    return reply;
  } catch (error) {
    place.leave();
    throw error;
  } finally {
    place.release();
  }
}

const toClaim = ({ principal, operationId, leaving }: Call, { atOnce, waits = false, joins }: Dear): Claim => ({
  ...{ pool: principal.session ? 'console' : 'keys', caller: callerOf(principal), operationId, atOnce, waits },
  // Other calls may be waiting for a shared run, so it outlives the call that started it.
  leaving: joins ? undefined : leaving,
});

/**
 * Equal calls of one caller share a run. Different callers never share a run, because access depends on the caller. A CSV
 * is a stream with one reader, so it is never shared.
 */
function joined(platform: Platform, call: Call, run: () => Promise<Reply | FileReply>): Promise<Reply> {
  const { operationId, spec, principal, params, query, body } = call;
  const isShared = spec.dear?.joins && call.ifMatch === undefined && !isCsv(spec, call.header('accept'));
  if (!isShared) return run() as Promise<Reply>;
  const name = JSON.stringify([operationId, principal.workspace.id, principal.callerId, params, query, body]);
  return outside(() => platform.services.shares.join(name, run as () => Promise<Reply>));
}

/**
 * Another request may change the resource between the check of `If-Match` and the operation's first transaction, so it
 * is checked again there. Later transactions are not: they follow changes of this operation itself.
 */
async function assertStillMatches(platform: Platform, call: Call, work: Work): Promise<void> {
  const { ifMatch } = call;
  if (ifMatch === undefined || !call.spec.target) return;
  call.ifMatch = undefined;
  const context = { platform, workspace: call.principal.workspace, params: call.params as never, db: work.db };
  const resource = await call.spec.target.load(context);
  if (resource === null) throw new Problem('not_found');
  assertMatch(ifMatch, etagOf(JSON.stringify(call.spec.target.schema.parse(resource))));
}

const replay = (spec: Operation, reply: Reply): Reply =>
  reply.replayed ? { ...reply, status: spec.replayStatus ?? reply.status } : reply;

/** Runs a call within its operation's budget of steps (422 `too_much_work`). */
async function runOnce(platform: Platform, call: Call, extra: object): Promise<Reply | FileReply> {
  const steps = new Steps(call.spec.steps ?? usualSteps);
  try {
    return await countIn(steps, () => runCounted(platform, call, extra));
  } finally {
    steps.end();
  }
}

/**
 * Loads the target (404), compares it with `If-Match` (412), runs the operation and strips the result to its schema.
 */
async function runCounted(platform: Platform, call: Call, extra: object): Promise<Reply | FileReply> {
  const { spec, principal } = call;
  const db = (extra as { db: Platform['database']['read'] }).db;
  const base = { platform, workspace: principal.workspace, params: call.params as never };
  const resource = spec.target ? await spec.target.load({ ...base, db }) : undefined;
  if (resource === null) throw new Problem('not_found');
  if (call.ifMatch !== undefined && spec.target) {
    assertMatch(call.ifMatch, etagOf(JSON.stringify(spec.target.schema.parse(resource))));
  }
  const csv = isCsv(spec, call.header('accept')) ? spec.csv : null;
  const result: unknown = await (csv ?? spec.run)({
    ...base,
    files: platform.files,
    log: platform.log,
    actor: principal.actor,
    session: principal.session,
    now: platform.clock.now().toISOString(),
    query: call.query as never,
    body: call.body as never,
    uploads: call.uploads,
    target: resource,
    get cursors() {
      return new CursorCodec(platform.secrets, call.operationId, principal.workspace.id, {
        ...call.query,
        ...call.params,
      });
    },
    acknowledged: call.query?.acknowledged === true,
    idempotencyKey: call.idempotent?.value ?? null,
    header: call.header,
    accepts: call.accepts,
    newId,
    assertScope: (scope: Scope) => assertScope(principal, scope),
    fail: (code: ProblemCode, detail?: string, details?: ProblemDetails) => new Problem(code, detail, details),
    ...extra,
  } as never);
  if (spec.response === null) return { status: spec.success, headers: {}, body: null };
  if (csv || !(spec.response instanceof z.ZodType)) return result as FileReply;
  const body = JSON.stringify(spec.response.parse(result));
  return { status: spec.success, headers: resources.has(spec.response) ? { ETag: etagOf(body) } : {}, body };
}
