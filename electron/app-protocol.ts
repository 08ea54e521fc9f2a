import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

export const appScheme = 'app';

/** What our own scheme may do: as little as a page that only shows text and buttons needs. */
export const appSchemePrivileges = { standard: true, secure: true } as const;

/** No script at all: the page is made here, and its buttons are addresses. */
const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Record<string, string> = { '.css': 'text/css', '.png': 'image/png', '.svg': 'image/svg+xml' };

/**
 * Serves the shell's own page at `app://shell/safe-mode` and the few files that it shows, which lie in `folder`; whatever
 * else is asked for, or lies outside of it, is not there.
 */
export function createAppHandler(
  folder: string,
  renderSafeMode: () => string,
): (request: Pick<Request, 'method' | 'url'>) => Promise<Response> {
  const root = resolve(folder);
  return async ({ method, url }) => {
    const { host, pathname } = new URL(url);
    if (method !== 'GET' || host !== 'shell') return notFound();
    if (pathname === '/safe-mode') return respond(renderSafeMode(), 'text/html; charset=utf-8');
    const file = resolve(root, `.${decode(pathname)}`);
    const type = types[extname(file)];
    if (!file.startsWith(root + sep) || type === undefined) return notFound();
    const bytes = await readFile(file).catch(() => null);
    return bytes === null ? notFound() : respond(new Uint8Array(bytes), type);
  };
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname).replaceAll('\\', '/');
  } catch {
    return '/';
  }
}

const respond = (body: string | Uint8Array<ArrayBuffer>, contentType: string): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });

const notFound = (): Response =>
  new Response('', { status: 404, headers: { 'content-security-policy': contentPolicy } });
