import { rm } from 'node:fs/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import { Problem } from '../platform/problem.ts';
import { outside } from '../platform/running/item-run.ts';
import { authenticate, type Principal } from './access/auth.ts';
import { readIdempotent } from './access/idempotency.ts';
import { attend } from './attend.ts';
import { readJsonBody } from './body/json-body.ts';
import { readUpload } from './body/uploads.ts';
import { recognise } from './connections/connections.ts';
import { leavingOf } from './leaving.ts';
import { isExpensive, type Operation, type Operations } from './operation.ts';
import { readQuery } from './read-query.ts';
import { admit, type Call, execute, noteResources, parseInput, takesJson } from './run-operation.ts';
import { sendProblem } from './send-problem.ts';
import { sendFile, sendReply } from './send-reply.ts';

/**
 * Mounts the operations with one router for each beginning of two segments, found by one look-up: Express compares a path
 * with every route in turn, which takes longer than a read. A router is made when it is first needed: to make all of them
 * would hold up each start.
 */
export function mountOperations(platform: Platform, operations: Operations): RequestHandler {
  noteResources(operations);
  const groups = Map.groupBy(Object.entries(operations), ([, spec]) => beginningOf(spec.path));
  const routers = new Map<string, Router>();
  return (request, response, next) => {
    const beginning = beginningOf(request.path);
    let router = routers.get(beginning);
    if (!router) {
      const group = groups.get(beginning);
      if (!group) return next();
      router = makeRouter(platform, group);
      routers.set(beginning, router);
    }
    router(request, response, next);
  };
}

function makeRouter(platform: Platform, operations: [string, Operation][]): Router {
  const router = Router({ caseSensitive: true });
  const paths = Map.groupBy(operations, ([, spec]) => spec.path);
  // A literal segment takes precedence over a parameter in the same position.
  for (const path of [...paths.keys()].sort(literalsFirst)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const entries = paths.get(path) ?? [];
    for (const [operationId, spec] of entries) {
      route[spec.method]((request, response) => handle(platform, operationId, spec, request, response));
    }
    const allow = entries.map(([, spec]) => spec.method.toUpperCase()).join(', ');
    route.options((_request, response) => {
      response.status(204).set('Allow', allow).end();
    });
    route.all((_request, response) => {
      const problem = new Problem('method_not_allowed', `This path takes ${allow}`, { headers: { Allow: allow } });
      sendProblem(response, response.locals.requestId, problem, platform.log);
    });
  }
  return router;
}

const beginningOf = (path: string): string => path.split('/', 3).join('/');

const literalsFirst = (a: string, b: string): number => sortKey(a).localeCompare(sortKey(b), 'en');
const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');

async function handle(
  platform: Platform,
  operationId: string,
  spec: Operation,
  request: Request,
  response: Response,
): Promise<void> {
  const scratch = spec.upload?.isTemporary ? platform.files.newScratch() : undefined;
  try {
    const principal = await recogniseCaller(platform, spec, request, response);
    const reply = await attend(platform, principal, operationId, isExpensive(spec), async () => {
      try {
        return await execute(
          platform,
          await understand(platform, principal, { operationId, spec, scratch }, request, response),
        );
      } finally {
        if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
      }
    });
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

/** Authenticates and authorises the caller (401, 429, 403). */
async function recogniseCaller(
  platform: Platform,
  spec: Operation,
  request: Request,
  response: Response,
): Promise<Principal> {
  const principal = await authenticate(platform, request);
  recognise(request, principal.holder);
  platform.services.callers?.take(principal.callerId, response);
  admit(platform, principal, spec, request.headers.accept);
  return principal;
}

/** Validates query and body and reports all faults at once (400). */
async function understand(
  platform: Platform,
  principal: Principal,
  { operationId, spec, scratch }: { operationId: string; spec: Operation; scratch: string | undefined },
  request: Request,
  response: Response,
): Promise<Call> {
  const json = takesJson(spec) ? await readJsonBody(request) : undefined;
  const { query, body } = parseInput(spec, readQuery(request), json);
  const { upload } = spec;
  const limits = upload && { ...upload, scratch, isOwners: spec.scope === 'owner' };
  const uploads = limits ? await outside(() => readUpload(request, platform.files, limits)) : [];
  const raw = spec.upload ? uploads.map((upload) => [upload.fileName, upload.blob.hash]) : json;
  const key = request.get('idempotency-key');
  return {
    operationId,
    spec,
    principal,
    params: request.params as Record<string, string>,
    query,
    body,
    uploads,
    header: (name) => request.get(name),
    accepts: (...types) => request.accepts(types) || types[0],
    ifMatch: request.method === 'GET' ? undefined : request.headers['if-match'],
    idempotent: readIdempotent(operationId, spec, principal, { key, url: request.originalUrl, body: raw }),
    leaving: spec.dear ? leavingOf(response) : undefined,
  };
}
