import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import type { EventDefinition } from '../platform/work/define-event.ts';
import { authenticate } from './access/auth.ts';
import { isLanRequest } from './access/guards.ts';
import type { Area } from './area.ts';
import { sendProblem } from './send-problem.ts';

const viewerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk API</title>
<link rel="stylesheet" href="/docs/viewer/swagger-ui.css">
</head>
<body><div id="viewer"></div>
<script src="/docs/viewer/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body></html>`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#viewer', deepLinking: true, docExpansion: 'none' });`;

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/**
 * Serves `GET /api/openapi.json` and the reference page at `/docs`: without a key on loopback, with any key from other
 * machines.
 */
export function mountDocs(
  platform: Platform,
  areas: readonly Area[],
  events: readonly EventDefinition[],
  version: string,
): Router {
  let document: Promise<string> | null = null;
  const write = async () => {
    const { buildOpenApi } = await import('./openapi/openapi.ts');
    return JSON.stringify(buildOpenApi(areas, events, version));
  };
  const router = Router();
  router.get(['/api/openapi.json', '/docs', '/docs/start.js'], localOrWithKey(platform));
  router.get('/api/openapi.json', async (_request, response) => {
    document ??= write();
    response.type('application/json').send(await document);
  });
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', contentPolicy);
    response.type('html').send(page);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('js').send(start);
  });
  router.use('/docs/viewer', express.static(viewerFolder, { index: false, maxAge: '1d' }));
  return router;
}

function localOrWithKey(platform: Platform): RequestHandler {
  return (request, response, next) => {
    if (!isLanRequest(request)) return next();
    // A browser that opens a page sends none of the console's headers.
    authenticate(platform, request, { byCookieAlone: true }).then(
      () => next(),
      (error) => sendProblem(response, response.locals.requestId, error, platform.log),
    );
  };
}
