import { type Request, type Response, Router } from 'express';
import { isUnchanged } from '../../../../http/reply.ts';
import { sendProblem } from '../../../../http/send-problem.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { Problem } from '../../../../platform/problem.ts';
import { hashToken } from '../../installations/connections.ts';
import { findFeed } from '../../installations/installations.store.ts';
import { openFeed } from './ical-feed.ts';

/** The private calendar addresses; the token in the path is the only credential. */
export function feedRoutes(platform: Platform): Router {
  const router = Router();
  router.get('/integrations/calendar/:token.ics', async (request: Request, response: Response) => {
    try {
      const row = await findFeed(platform.database.read, hashToken(String(request.params.token)));
      const feed = row && (await openFeed(platform, row));
      if (!feed) throw new Problem('not_found', 'No such calendar');
      response.set({
        'Cache-Control': 'private, no-cache',
        ETag: feed.etag,
        'Last-Modified': feed.changedAt.toUTCString(),
      });
      // By ETag only: Express would also compare times, and a deletion leaves no later time.
      if (isUnchanged(request.header('if-none-match'), feed.etag)) response.status(304).end();
      else response.type('text/calendar').end(await feed.write());
    } catch (error) {
      sendProblem(response, response.locals.requestId, error, platform.log);
    }
  });
  return router;
}
