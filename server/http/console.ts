import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';

/** Output of `npm run build` for `renderer/`. */
const builtFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = /^(text\/|image\/svg|application\/manifest)/;

interface BuiltFile {
  bytes: Buffer;
  /** Gzipped bytes; null for formats that are already compressed. */
  packed: Buffer | null;
  type: string;
}

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
    files ??= readFiles(folder);
    const built = await files;
    const file = built.get(request.path);
    if (file && request.path !== '/index.html') return sendFile(request, response, file);
    if (!request.headers.accept?.includes('text/html')) return next();
    sendPage(response, built.get('/index.html'));
  });
  return router;
}

function sendFile(request: Request, response: Response, { bytes, packed, type }: BuiltFile): void {
  const isPacked = packed !== null && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  // File names contain a hash of the content.
  response.setHeader(
    'Cache-Control',
    request.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Content-Type', type);
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.end(isPacked ? packed : bytes);
}

function sendPage(response: Response, page: BuiltFile | undefined): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', types['.html'] as string);
  response.setHeader('Content-Security-Policy', contentPolicy(nonce));
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.end(page ? page.bytes.toString('utf8').replaceAll('__NONCE__', nonce) : notBuilt);
}

/** Reads all built files by path; empty when the console was never built. */
async function readFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const read = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map(async (entry): Promise<[string, BuiltFile]> => {
      const path = join(entry.parentPath, entry.name);
      const type = types[extname(entry.name)] as string;
      const bytes = await readFile(path);
      const packed = compressible.test(type) ? await promisify(gzip)(bytes) : null;
      return [`/${relative(folder, path).split(sep).join('/')}`, { bytes, packed, type }];
    });
  return new Map(await Promise.all(read));
}
