import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Scope } from '../platform/access/scopes.ts';
import { newId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import { type FieldError, Problem, type ProblemCode, type ProblemDetails } from '../platform/problem.ts';
import type { Item } from '../platform/running/running-board.ts';
import type { Work } from '../platform/work/work.ts';
import { assertScope, authenticate, type Principal } from './access/auth.ts';
import { type IdempotentRequest, readIdempotent, replayOrRun, replayOrRunNoted } from './access/idempotency.ts';
import { RateLimiter } from './access/rate-limit.ts';
import { readJsonBody } from './body/json-body.ts';
import { readUpload, type UploadedFile } from './body/uploads.ts';
import { recognise } from './connections/connections.ts';
import { type FileReply, findResources, type Operation, type Operations } from './operation.ts';
import { CursorCodec } from './paginate.ts';
import { assertMatch, etagOf, type Reply } from './reply.ts';
import { sendProblem, toFieldErrors } from './send-problem.ts';
import { csvType, sendFile, sendReply } from './send-reply.ts';

/** An authenticated and validated request. */
interface Call {
  operationId: string;
  spec: Operation;
  principal: Principal;
  params: Record<string, string>;
  query: Record<string, unknown> | undefined;
  body: unknown;
  uploads: UploadedFile[];
  header(name: string): string | undefined;
  ifMatch: string | undefined;
  idempotent: IdempotentRequest | null;
}

/** The resources of the mounted operations. */
const resources = new WeakSet<object>();

/**
 * Mounts the operations with one router for each beginning of two segments, found by one look-up: Express compares a path
 * with every route in turn, which takes longer than a read.
 */
export function mountOperations(platform: Platform, operations: Operations): RequestHandler {
  for (const schema of findResources(Object.values(operations))) resources.add(schema);
  const routers = new Map<string, Router>();
  const groups = Map.groupBy(Object.entries(operations), ([, spec]) => beginningOf(spec.path));
  const limiter = platform.config.rateLimit && new RateLimiter(platform.config.rateLimit, platform.clock);
  for (const [beginning, group] of groups) {
    const router = Router({ caseSensitive: true });
    const paths = Map.groupBy(group, ([, spec]) => spec.path);
    // A literal segment takes precedence over a parameter in the same position.
    for (const path of [...paths.keys()].sort(literalsFirst)) {
      const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
      const entries = paths.get(path) ?? [];
      for (const [operationId, spec] of entries) {
        route[spec.method]((request, response) => handle(platform, limiter, operationId, spec, request, response));
      }
      const allow = entries.map(([, spec]) => spec.method.toUpperCase()).join(', ');
      route.all((_request, response) => {
        const problem = new Problem('method_not_allowed', `This path takes ${allow}`, { headers: { Allow: allow } });
        sendProblem(response, response.locals.requestId, problem, platform.log);
      });
    }
    routers.set(beginning, router);
  }
  return (request, response, next) => {
    const router = routers.get(beginningOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

const beginningOf = (path: string): string => path.split('/', 3).join('/');

const literalsFirst = (a: string, b: string): number => sortKey(a).localeCompare(sortKey(b), 'en');
const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');

async function handle(
  platform: Platform,
  limiter: RateLimiter | null,
  operationId: string,
  spec: Operation,
  request: Request,
  response: Response,
): Promise<void> {
  try {
    const item: Item = { kind: 'request', key: operationId };
    const reply = await platform.running.during(item, async () =>
      execute(platform, await understand(platform, limiter, operationId, spec, request, response)),
    );
    if ('chunks' in reply) await sendFile(request, response, spec, reply);
    else sendReply(request, response, reply);
    if (platform.log.isLevelEnabled('debug')) {
      platform.log.debug(
        { requestId: response.locals.requestId, operationId, status: response.statusCode },
        'request handled',
      );
    }
  } catch (error) {
    sendProblem(response, response.locals.requestId, error, platform.log, spec.statuses);
  }
}

/**
 * Authenticates and authorizes the caller (401, 429, 403), then validates query and body and reports all faults at once
 * (400).
 */
async function understand(
  platform: Platform,
  limiter: RateLimiter | null,
  operationId: string,
  spec: Operation,
  request: Request,
  response: Response,
): Promise<Call> {
  const principal = await authenticate(platform, request);
  recognise(request);
  limiter?.take(principal.callerId, response);
  assertScope(principal, spec.scope);
  if (spec.method !== 'get') assertWritable(platform, principal, spec);
  const errors: FieldError[] = [];
  const query = spec.query?.safeParse(dropEmpty(request.query));
  if (query?.error) errors.push(...toFieldErrors('query', query.error));
  let raw: unknown;
  let body: unknown;
  let uploads: UploadedFile[] = [];
  if (spec.upload) {
    if (errors.length > 0) throw new Problem('validation_failed', undefined, { errors });
    uploads = await readUpload(request, platform.files, spec.upload);
    raw = uploads.map((upload) => [upload.fileName, upload.blob.hash]);
  } else if (spec.method !== 'get') {
    raw = await readJsonBody(request);
    const parsed = (spec.body ?? NoBody).safeParse(raw);
    if (parsed.error) errors.push(...toFieldErrors('body', parsed.error));
    body = parsed.data;
  }
  if (errors.length > 0) throw new Problem('validation_failed', describe(errors), { errors });
  return {
    operationId,
    spec,
    principal,
    params: request.params as Record<string, string>,
    query: query?.data,
    body,
    uploads,
    header: (name) => request.get(name),
    ifMatch: request.method === 'GET' ? undefined : request.headers['if-match'],
    idempotent: spec.method === 'post' ? readIdempotent(operationId, spec, principal, request, raw) : null,
  };
}

/** Operations without a body accept an empty one or `{}`. */
const NoBody = z.strictObject({});

const describe = (errors: { field: string; message: string }[]): string =>
  errors
    .map((error) => `${error.field}: ${error.message}`)
    .join('; ')
    .slice(0, 1_000);

const dropEmpty = (query: Request['query']): Record<string, unknown> =>
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

async function execute(platform: Platform, call: Call): Promise<Reply | FileReply> {
  const { spec, principal, idempotent } = call;
  const { workspace, actor } = principal;
  if (spec.tx === 'write') {
    return platform.work(workspace, actor, async (work) => {
      const run = () => runOnce(platform, call, work) as Promise<Reply>;
      return idempotent ? replay(spec, await replayOrRun(platform, work, idempotent, run)) : run();
    });
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
  const run = () => runOnce(platform, call, context) as Promise<Reply>;
  return idempotent ? replay(spec, await replayOrRunNoted(platform, idempotent, run)) : run();
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

/**
 * Loads the target (404), compares it with `If-Match` (412), runs the operation and strips the result to its schema.
 */
async function runOnce(platform: Platform, call: Call, extra: object): Promise<Reply | FileReply> {
  const { spec, principal } = call;
  const db = (extra as { db: Platform['database']['read'] }).db;
  const base = { platform, workspace: principal.workspace, params: call.params as never };
  const resource = spec.target ? await spec.target.load({ ...base, db }) : undefined;
  if (resource === null) throw new Problem('not_found');
  if (call.ifMatch !== undefined && spec.target) {
    assertMatch(call.ifMatch, etagOf(JSON.stringify(spec.target.schema.parse(resource))));
  }
  const csv = spec.csv && prefersCsv(call.header('accept')) ? spec.csv : null;
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
    idempotencyKey: call.idempotent?.value ?? null,
    header: call.header,
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

const prefersCsv = (accept = ''): boolean => accept.trim().toLowerCase().startsWith(csvType);
