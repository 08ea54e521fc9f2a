import { type Request, type Response, Router } from 'express';
import { isUnchanged } from '../../../../http/reply.ts';
import { sendProblem } from '../../../../http/send-problem.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { Problem } from '../../../../platform/problem.ts';
import { hashToken } from '../../installations/connections.ts';
import { findFeed } from '../../installations/installations.store.ts';
import { openFeed } from './ical-feed.ts';

/** The private calendar addresses: what stands in them is their only key. */
export function feedRoutes(platform: Platform): Router {
  const router = Router();
  router.get('/integrations/calendar/:token.ics', async (request: Request, response: Response) => {
    try {
      const row = await findFeed(platform.database.read, hashToken(String(request.params.token)));
      const feed = row && (await openFeed(platform, row));
      if (!feed) throw new Problem('not_found', 'There is no such calendar');
      response.set({
        'Cache-Control': 'private, no-cache',
        ETag: feed.etag,
        'Last-Modified': feed.changedAt.toUTCString(),
      });
      // By the tag alone: a deleted appointment makes no time of a change, which Express would go by.
      if (isUnchanged(request.header('if-none-match'), feed.etag)) response.status(304).end();
      else response.type('text/calendar').end(await feed.write());
    } catch (error) {
      sendProblem(response, response.locals.requestId, error, platform.log);
    }
  });
  return router;
}
