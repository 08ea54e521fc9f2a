import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Request, RequestHandler } from 'express';
import { isLoopback, localName, shortHostName } from '../../platform/net/network-addresses.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { sendProblem } from '../send-problem.ts';

const plainToken = /^[A-Za-z0-9_.-]{8,64}$/;

/** Where another site may send the browser back to: what is asked for there carries a secret of its own. */
const landingPaths = new Set(['/integrations/oauth/callback']);

/** True for a request of another machine. */
export const isLanRequest = (request: Request): boolean => !isLoopback(request.socket.remoteAddress ?? '');

/** Gives every request its id: the caller's when it is a plain token, else a new one. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && plainToken.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/**
 * Makes one plain target of every request. A second `Host` is refused, and so is a target with a host of its own that is
 * not that of `Host`: proxies in front may take the one, this server the other. What is not well escaped in the path
 * becomes a character that stands in no id, so that it is not found like any other id that does not exist.
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
 * Turns away what a web page elsewhere can make a browser send here: a foreign `Host` (DNS rebinding), a foreign
 * `Origin`, a cross-site fetch. A literal address cannot be rebound, so any of those is a good host.
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

/** The name or address in a `Host` header, in lower case and without brackets; null when it is none. */
function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase().replace(/^\[|\]$/g, '') ?? null;
}

function originHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
