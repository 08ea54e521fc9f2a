import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

export const appScheme = 'app';

/** Privileges of our scheme: the minimum for a page that only shows text and buttons. */
export const appSchemePrivileges = { standard: true, secure: true } as const;

/** No scripts: the page is rendered here, and its buttons are links. */
const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Record<string, string> = { '.css': 'text/css', '.png': 'image/png', '.svg': 'image/svg+xml' };

/** Serves the shell's page at `app://shell/safe-mode` and its few files from `folder`; everything else is 404. */
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
