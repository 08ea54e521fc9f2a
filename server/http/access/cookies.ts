import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Platform } from '../../platform/platform.ts';

/** Whether the browser came by https: to this server, or to the public address, where a proxy ends it. */
function isOverHttps({ config }: Platform, { socket, headers }: IncomingMessage): boolean {
  if ('encrypted' in socket) return true;
  const host = `https://${headers.host}`;
  const { publicUrl } = config;
  return publicUrl !== null && URL.canParse(host) && new URL(host).origin === new URL(publicUrl).origin;
}

/**
 * The name of a cookie on this connection. Over https it is another one: browsers refuse to replace a cookie that came
 * over https from a page over http, so nobody could sign in after https was switched off.
 */
const nameOn = (platform: Platform, request: IncomingMessage, name: string): string =>
  isOverHttps(platform, request) ? `__Host-${name}` : name;

/** Returns the value of a cookie; null when it was not sent. */
export function readCookie(platform: Platform, request: IncomingMessage, name: string): string | null {
  const wanted = nameOn(platform, request, name);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === wanted && value) return value;
  }
  return null;
}

/** Adds a cookie to the response, which only our own pages send and no script reads; 0 seconds remove it. */
export function setCookie(platform: Platform, request: Request, name: string, value: string, seconds: number): void {
  const secure = isOverHttps(platform, request) ? '; Secure' : '';
  const cookie = `${nameOn(platform, request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  request.res?.append('Set-Cookie', `${cookie}; Max-Age=${seconds}${secure}`);
}
