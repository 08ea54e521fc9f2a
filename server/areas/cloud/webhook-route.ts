import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { readBytes } from '../../http/body/read-bytes.ts';
import { recognise } from '../../http/connections/connections.ts';
import { sendProblem } from '../../http/send-problem.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { webhookUrlOf } from './inbound.ts';
import { readWebhook, type Told } from './read-webhook.ts';
import { type Account, markWebhookVerified } from './store.ts';

/** The platform's own bound of a webhook. */
const largestWebhook = 3 * 1024 * 1024;

/** Where the platform tells what happened. Its signature stands for a key; what it tells is on disk before the 200. */
export function webhookRoutes(platform: Platform): Router {
  const router = Router();
  const path = '/webhooks/cloud/:channelId';

  const answering =
    (handle: (request: Request, response: Response, account: Account) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      try {
        const account = platform.services.cloudConnections.get(String(request.params.channelId))?.account;
        if (!account) throw new Problem('not_found');
        await handle(request, response, account);
      } catch (error) {
        sendProblem(response, response.locals.requestId, error, platform.log);
      }
    };

  router.get(
    path,
    answering(async (request, response, account) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query;
      const isOurs = mode === 'subscribe' && typeof token === 'string' && isSame(token, account.verifyToken);
      if (!isOurs || typeof challenge !== 'string' || !/^[\w.-]{1,200}$/.test(challenge)) {
        throw new Problem('verification_failed');
      }
      const { workspaceId, channelId } = account;
      const url = webhookUrlOf(platform, channelId);
      await platform.write(({ db, now }) => markWebhookVerified(db, workspaceId, channelId, { at: now, url }));
      response.type('text/plain').send(challenge);
    }),
  );

  router.post(
    path,
    answering(async (request, response, account) => {
      const bytes = await readBytes(request, largestWebhook);
      if (!isSigned(bytes, request.headers['x-hub-signature-256'], account.appSecret)) {
        throw new Problem('unauthorized', 'The signature is not that of the app');
      }
      recognise(request);
      const told = readWebhook(parseJson(bytes));
      if (!told) throw new Problem('validation_failed', 'This is no webhook of the platform');
      if (told.faults.length > 0) {
        platform.log.warn({ channel: account.channelId, faults: told.faults }, 'parts of a webhook are not understood');
      }
      await keep(platform, account, told);
      response.json({ received: true });
    }),
  );

  return router;
}

/**
 * Stores what was told with the channel of its number: all numbers of an app share one webhook, and the signature of
 * one is that of all. What speaks of a number that is not here is left alone.
 */
async function keep(platform: Platform, account: Account, told: Told): Promise<void> {
  const siblings = [...platform.services.cloudConnections.values()].filter(
    ({ account: other }) => other?.workspaceId === account.workspaceId && other.appSecret === account.appSecret,
  );
  const { inbox } = platform.services.channelHub;
  for (const { phoneNumberId, events } of told.events) {
    const target = siblings.find((connection) => connection.account?.phoneNumberId === phoneNumberId);
    if (target) await inbox.receive(target.host.channel, events);
  }
  for (const connection of siblings) {
    const { wabaId } = connection.client.account;
    const changes = told.templates.filter((change) => change.wabaId === wabaId);
    await inbox.receive(
      connection.host.channel,
      changes.map(({ event }) => event),
    );
    if (told.changedAccounts.includes(wabaId)) connection.checkSoon();
  }
}

function isSigned(bytes: Buffer, header: string | string[] | undefined, appSecret: string): boolean {
  if (typeof header !== 'string') return false;
  return isSame(header, `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`);
}

/** In a time that tells nothing about where the texts differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
