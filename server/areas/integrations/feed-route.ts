import { type Request, type Response, Router } from 'express';
import { sendProblem } from '../../http/problems.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken } from './connections.ts';
import { writeFeed } from './connectors/ical-feed.ts';
import { findFeed } from './installations.store.ts';

/** The private calendar addresses: what stands in them is their only key. */
export function feedRoutes(platform: Platform): Router {
  const router = Router();
  router.get('/integrations/calendar/:token.ics', async (request: Request, response: Response) => {
    try {
      const row = await findFeed(platform.database.read, hashToken(String(request.params.token)));
      const text = row && (await writeFeed(platform, row));
      if (!text) throw new Problem('not_found', 'There is no such calendar');
      response.setHeader('Cache-Control', 'private, no-cache');
      response.type('text/calendar').send(text);
    } catch (error) {
      sendProblem(response, response.locals.requestId, error, platform.log);
    }
  });
  return router;
}
