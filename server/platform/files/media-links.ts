import type { RequestHandler, Response } from 'express';
import type { Platform } from '../platform.ts';
import { Problem } from '../problem.ts';
import { findLinkedFile, type StoredFile } from './files.ts';

const daySeconds = 86_400;
const base36 = 36;
/** The year 2200: a link needs an expiry, and this one outlasts every shop. */
const lastingSeconds = Date.UTC(2200, 0) / 1_000;

const nowSeconds = (platform: Platform): number => Math.floor(platform.clock.now().getTime() / 1_000);

/**
 * Returns an absolute link under which anyone may fetch the file until the end of the next UTC day, that is for 24 to
 * 48 hours. The link stays the same for a day, so that a response that contains it keeps its ETag.
 */
export function mediaUrl(platform: Platform, fileId: string): string {
  return linkUntil(platform, fileId, (Math.floor(nowSeconds(platform) / daySeconds) + 2) * daySeconds);
}

/** Returns a link that does not expire, for public pictures such as those of a catalog. */
export const lastingMediaUrl = (platform: Platform, fileId: string): string =>
  linkUntil(platform, fileId, lastingSeconds);

function linkUntil(platform: Platform, fileId: string, expiry: number): string {
  const signed = `${fileId}.${expiry.toString(base36)}`;
  const base = platform.config.publicUrl ?? platform.baseUrl;
  return `${base.replace(/\/$/, '')}/media/${signed}.${platform.secrets.sign('media', signed)}`;
}

/**
 * Returns the file id of a link of ours, under any host; else null. An expired one counts: it was given to somebody of the
 * shop, who may send a kept message days later. Callers look the file up in their own workspace.
 */
export function parseMediaUrl(platform: Platform, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const token = /\/media\/([^/]+)$/.exec(new URL(url).pathname)?.[1];
  return token === undefined ? null : (readToken(platform, token)?.fileId ?? null);
}

/** Null for a forged token. */
function readToken(platform: Platform, token: string): { fileId: string; isExpired: boolean } | null {
  const [fileId = '', expiry = '', signature = '', rest] = token.split('.');
  if (rest !== undefined || !platform.secrets.verify('media', `${fileId}.${expiry}`, signature)) return null;
  return { fileId, isExpired: Number.parseInt(expiry, base36) <= nowSeconds(platform) };
}

/**
 * Serves GET and HEAD of `/media/:token`, with ranges; `?thumbnail=true` selects the thumbnail. Only pictures, audio
 * and video are shown inline, in a sandbox; everything else is downloaded.
 */
export function serveMedia(platform: Platform): RequestHandler<{ token: string }> {
  return async (request, response, next) => {
    const link = readToken(platform, request.params.token);
    const file = link && !link.isExpired && (await findLinkedFile(platform.database.read, link.fileId));
    if (!link || !file) throw new Problem('not_found', 'The link is not valid or has expired');
    const thumbnail = request.query.thumbnail === 'true';
    const hash = thumbnail ? file.thumbnailHash : file.hash;
    if (!hash) throw new Problem('not_found', 'The file has no thumbnail');
    setHeaders(response, file, hash, { thumbnail, lasts: file.id === link.fileId });
    // The data folder may be inside a hidden one.
    response.sendFile(platform.files.path(hash), { dotfiles: 'allow', cacheControl: false, etag: false }, (error) => {
      if (!error || response.headersSent) return;
      const { status, headers } = error as { status?: number; headers?: Record<string, string> };
      if (status === 416) response.status(416).set(headers).end();
      else next(status === 404 ? new Problem('not_found') : error);
    });
  };
}

interface Served {
  thumbnail: boolean;
  /** The link always shows these bytes: it does not name an alias. */
  lasts: boolean;
}

function setHeaders(response: Response, file: StoredFile, hash: string, { thumbnail, lasts }: Served): void {
  if (file.kind === 'DOCUMENT') response.attachment(file.fileName);
  else response.setHeader('Content-Disposition', 'inline');
  response.setHeader('Content-Type', thumbnail ? 'image/webp' : file.contentType);
  response.setHeader('ETag', `"${hash}"`);
  response.setHeader('Cache-Control', lasts ? 'private, max-age=3600, immutable' : 'private, no-cache');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
}
