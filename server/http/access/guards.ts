import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Request, RequestHandler } from 'express';
import { localName, shortHostName } from '../../platform/net/network-addresses.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { sendProblem } from '../send-problem.ts';
import { hostName } from './local.ts';

const plainToken = /^[A-Za-z0-9_.-]{8,64}$/;

/** Paths to which another site may redirect the browser; requests there carry a secret of their own. */
const landingPaths = new Set(['/integrations/oauth/callback']);

/** Assigns the request id: the caller's if it is a plain token, else a new one. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && plainToken.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/**
 * Normalizes the request target. Rejects a second `Host` header, and an absolute target whose host differs from `Host`:
 * a proxy in front might use one and this server the other. Replaces badly escaped path segments by a character that
 * occurs in no id, so that they yield 404 like any unknown id.
 */
export function readTarget(platform: Platform): RequestHandler {
  return (request, response, next) => {
    const problem = findTargetFault(request);
    if (problem) return sendProblem(response, response.locals.requestId, problem, platform.log);
    next();
  };
}

function findTargetFault(request: Request): Problem | null {
  const { rawHeaders, headers } = request;
  const isHost = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1) return new Problem('validation_failed', 'Host is sent twice');
  if (!request.url.startsWith('/')) {
    const [origin = '', host = ''] = /^https?:\/\/([^/?#]*)/i.exec(request.url) ?? [];
    const rest = request.url.slice(origin.length);
    if (host.toLowerCase() !== headers.host?.toLowerCase()) return new Problem('misdirected_request');
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  if (request.url.includes('%')) request.url = escapeWell(request.url);
  return null;
}

function escapeWell(target: string): string {
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').map((segment) => (isWellEscaped(segment) ? segment : '%EF%BF%BD'));
  return [segments.join('/'), ...query].join('?');
}

function isWellEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects requests that a foreign web page can make a browser send: a foreign `Host` (DNS rebinding), a foreign
 * `Origin`, a cross-site fetch. Literal IP addresses cannot be rebound, so any of them is accepted as `Host`.
 */
export function refuseForeignSites(platform: Platform): RequestHandler {
  const names = new Set(['localhost', hostname().toLowerCase(), shortHostName(), localName()]);
  if (platform.config.publicUrl) names.add(new URL(platform.config.publicUrl).hostname);
  return (request, response, next) => {
    const host = request.headers.host ?? '';
    const name = hostName(host);
    const origin = request.headers.origin;
    const site = request.headers['sec-fetch-site'];
    if (name === null || (!isIP(name) && !names.has(name))) {
      const problem = new Problem('misdirected_request');
      return sendProblem(response, response.locals.requestId, problem, platform.log);
    }
    const isForeign = site === 'cross-site' && !(request.method === 'GET' && landingPaths.has(request.path));
    if ((origin !== undefined && originHost(origin) !== host) || isForeign) {
      return sendProblem(response, response.locals.requestId, new Problem('cross_origin'), platform.log);
    }
    next();
  };
}

function originHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
