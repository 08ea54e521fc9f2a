import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

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

/** Something to send, compressed once. */
export interface BuiltFile {
  bytes: Buffer;
  /** Gzipped bytes; null for formats that are already compressed. */
  packed: Buffer | null;
  type: string;
}

/** Makes a file of JSON text. */
export async function toJsonFile(text: string): Promise<BuiltFile> {
  const bytes = Buffer.from(text);
  return { bytes, packed: await promisify(gzip)(bytes), type: 'application/json; charset=utf-8' };
}

/**
 * Reads all files of a build by path, such as `/assets/index.js`, with the gzipped copies that the build wrote; empty when
 * it was never built.
 */
export async function readBuiltFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const read = [...paths]
    .filter((path) => extname(path) in types)
    .map(async (path): Promise<[string, BuiltFile]> => {
      const bytes = await readFile(path);
      const packed = paths.has(`${path}.gz`) ? await readFile(`${path}.gz`) : null;
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      return [address, { bytes, packed, type: types[extname(path)] as string }];
    });
  return new Map(await Promise.all(read));
}

/** Sends a file, gzipped to those who take that. A file `isHashed` when its name contains a hash of the content. */
export function sendBuiltFile(
  request: Request,
  response: Response,
  { bytes, packed, type }: BuiltFile,
  isHashed: boolean,
): void {
  const isPacked = packed !== null && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Content-Type', type);
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.end(isPacked ? packed : bytes);
}
