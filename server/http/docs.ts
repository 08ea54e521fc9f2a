import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import type { EventDefinition } from '../platform/work/define-event.ts';
import { authenticate } from './access/auth.ts';
import { isGranted } from './access/local.ts';
import type { Area } from './area.ts';
import { type BuiltFile, readBuiltFiles, sendBuiltFile, toJsonFile } from './built-files.ts';
import { sendProblem } from './send-problem.ts';

/** Output of `npm run build` for `renderer/reference/`. */
const builtFolder = fileURLToPath(new URL('../../dist/reference', import.meta.url));

/** The pages of the reference, all of which are one file. */
const pages = ['/docs', ...['guides', 'groups', 'operations', 'events'].map((kind) => `/docs/${kind}/:name`)];

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const notBuilt =
  '<!doctype html><meta charset="utf-8"><title>Frontdesk API</title><p>The reference is not built: run <code>npm run build</code>. ' +
  'The API document is at <a href="/api/openapi.json">/api/openapi.json</a>.';

/**
 * Serves `GET /api/openapi.json` and the reference at `/docs`: without a key on this machine, with any key or session
 * elsewhere. The reference's files contain no shop data and need no key.
 */
export function mountDocs(
  platform: Platform,
  areas: readonly Area[],
  events: readonly EventDefinition[],
  version: string,
): Router {
  let document: Promise<BuiltFile> | null = null;
  let files: Promise<Map<string, BuiltFile>> | null = null;
  const write = async () => {
    const { buildOpenApi } = await import('./openapi/openapi.ts');
    return toJsonFile(JSON.stringify(buildOpenApi(areas, events, version)));
  };
  const router = Router();
  router.get('/docs/assets/:name', async (request, response, next) => {
    files ??= readBuiltFiles(builtFolder);
    const file = (await files).get(request.path.slice('/docs'.length));
    if (!file) return next();
    sendBuiltFile(request, response, file, true);
  });
  router.get(['/api/openapi.json', ...pages], localOrWithKey(platform));
  router.get('/api/openapi.json', async (request, response) => {
    document ??= write();
    sendBuiltFile(request, response, await document, false);
  });
  router.get(pages, async (_request, response) => {
    files ??= readBuiltFiles(builtFolder);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Security-Policy', contentPolicy);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.type('html').send((await files).get('/index.html')?.bytes.toString('utf8') ?? notBuilt);
  });
  return router;
}

function localOrWithKey(platform: Platform): RequestHandler {
  return (request, response, next) => {
    if (isGranted(request, 'reference')) return next();
    // A browser that opens a page sends none of the console's headers.
    authenticate(platform, request, { byCookieAlone: true }).then(
      () => next(),
      (error) => sendProblem(response, response.locals.requestId, error, platform.log),
    );
  };
}
