import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Response, Router } from 'express';
import { type BuiltFile, readBuiltFiles, sendBuiltFile } from './built-files.ts';

/** Output of `npm run build` for `renderer/`. */
const builtFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** The style sheet that components inject carries the nonce; everything else must come from this server. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const notBuilt =
  '<!doctype html><meta charset="utf-8"><title>Frontdesk</title><p>The console is not built: run <code>npm run build</code>.';

/**
 * Serves the console: its files, and its single page for every other address requested as HTML, since screens are
 * client-side routes. Files are read and compressed once.
 */
export function serveConsole(folder = builtFolder): Router {
  let files: Promise<Map<string, BuiltFile>> | null = null;
  const router = Router();
  router.get('/{*path}', async (request, response, next) => {
    files ??= readBuiltFiles(folder);
    const built = await files;
    const file = built.get(request.path);
    if (file && request.path !== '/index.html') {
      return sendBuiltFile(request, response, file, request.path.startsWith('/assets/'));
    }
    if (!request.headers.accept?.includes('text/html')) return next();
    sendPage(response, built.get('/index.html'));
  });
  return router;
}

function sendPage(response: Response, page: BuiltFile | undefined): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', contentPolicy(nonce));
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.end(page ? page.bytes.toString('utf8').replaceAll('__NONCE__', nonce) : notBuilt);
}
