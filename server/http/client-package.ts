import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import { Problem } from '../platform/problem.ts';
import { sendProblem } from './send-problem.ts';

/** Output of `npm run build:client`, as of `npm run build` and `npm start`. */
const built = fileURLToPath(new URL('../../dist/client.tgz', import.meta.url));

/**
 * Serves the typed client of this server's own API as a package: `npm install <address>/docs/client.tgz`. It needs no key,
 * since npm sends none to such an address, and like the console's files it tells nothing of the shop.
 */
export function serveClient(platform: Platform): Router {
  const router = Router();
  router.get('/docs/client.tgz', (_request, response) => {
    if (!existsSync(built)) {
      const problem = new Problem('not_found', 'The client is not built here: run `npm run build:client`');
      return sendProblem(response, response.locals.requestId, problem, platform.log);
    }
    response.type('application/gzip').sendFile(basename(built), { root: dirname(built), cacheControl: false });
  });
  return router;
}
