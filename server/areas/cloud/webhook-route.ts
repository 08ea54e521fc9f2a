import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { readBytes } from '../../http/body/read-bytes.ts';
import { recognise } from '../../http/connections/connections.ts';
import { sendProblem } from '../../http/send-problem.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { decodeUtf8 } from '../../platform/text/text-encoding.ts';
import type { CloudConnection } from './cloud-connection.ts';
import { readWebhook, type WebhookContents } from './read-webhook.ts';
import { type Account, markWebhookVerified } from './store.ts';
import { webhookUrlOf } from './webhook-reach.ts';

/** The vendor's maximum size of a webhook. */
const largestWebhook = 3 * 1024 * 1024;

/** True for a request to a live channel's webhook. Only the vendor and the shop know the id in its path. */
export function isWebhook(platform: Platform, { url = '' }: IncomingMessage): boolean {
  const [, channelId = ''] = /^\/webhooks\/cloud\/(\w+)/.exec(url) ?? [];
  return channelId !== '' && platform.services.cloudConnections.has(channelId);
}

/** Receives the vendor's webhooks. A signature replaces the API key; events are on disk before the response. */
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
        throw new Problem('unauthorized', 'The signature does not match the app secret');
      }
      recognise(request, { id: account.channelId, isPerson: false });
      const contents = readWebhook(parseJson(bytes), (wabaId) => portfolioOf(platform, account, wabaId));
      if (!contents) throw new Problem('validation_failed', 'The body is not a webhook of the platform');
      if (contents.faults.length > 0) {
        platform.log.warn(
          { channel: account.channelId, faults: contents.faults },
          'parts of a webhook have an unknown form',
        );
      }
      await store(platform, account, contents);
      response.json({ received: true });
    }),
  );

  return router;
}

/**
 * Stores each event for the channel of its number: all numbers of an app share one webhook and one signature. Events of
 * unknown numbers are ignored.
 */
async function store(platform: Platform, account: Account, contents: WebhookContents): Promise<void> {
  const siblings = siblingsOf(platform, account);
  const { inbox } = platform.services.channelHub;
  for (const { phoneNumberId, events } of contents.events) {
    const target = siblings.find((connection) => connection.account?.phoneNumberId === phoneNumberId);
    if (target) await inbox.receive(target.host.channel, events);
  }
  for (const connection of siblings) {
    const { wabaId } = connection.client.account;
    const changes = contents.templates.filter((change) => change.wabaId === wabaId);
    await inbox.receive(
      connection.host.channel,
      changes.map(({ event }) => event),
    );
    if (contents.changedAccounts.includes(wabaId)) connection.checkSoon();
  }
  noteErrors(platform, siblings, contents);
}

/** Logs errors that belong to no message, and shows them at the channels of their number or account. */
function noteErrors(platform: Platform, siblings: CloudConnection[], { errors }: WebhookContents): void {
  for (const { wabaId, phoneNumberId, fault } of errors) {
    const concerned = siblings.filter(({ account }) =>
      phoneNumberId === null ? account?.wabaId === wabaId : account?.phoneNumberId === phoneNumberId,
    );
    platform.log.warn(
      { channels: concerned.map(({ host }) => host.channel.id), fault },
      'the platform reports an error',
    );
    for (const connection of concerned) connection.noteReport(fault);
  }
}

/** The connections of all numbers of an account's app. */
const siblingsOf = (platform: Platform, { workspaceId, appSecret }: Account): CloudConnection[] =>
  [...platform.services.cloudConnections.values()].filter(
    ({ account: other }) => other?.workspaceId === workspaceId && other.appSecret === appSecret,
  );

/** The portfolio of a business account; the account itself if no portfolio was entered. */
const portfolioOf = (platform: Platform, account: Account, wabaId: string): string =>
  siblingsOf(platform, account).find(({ account: other }) => other?.wabaId === wabaId)?.account?.businessId ?? wabaId;

function isSigned(bytes: Buffer, header: string | string[] | undefined, appSecret: string): boolean {
  if (typeof header !== 'string') return false;
  return isSame(header, `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`);
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    return null;
  }
}
