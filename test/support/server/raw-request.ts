import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { request as requestTls } from 'node:https';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  body: any;
}

/** Sends requests that `fetch` refuses: a custom `Host`, malformed bodies, a length without its bytes. */
export function sendRaw(
  url: string,
  options: { method?: string; path?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer | Iterable<Buffer> },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, path } = options;
    const outgoing = request(url, { method, headers, ...(path === undefined ? {} : { path }) });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = incoming.headers['content-type']?.includes('json') && text !== '';
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: isJson ? JSON.parse(text) : text,
        });
      });
    });
    const { body = '' } = options;
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      outgoing.end(body);
      return;
    }
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}

/**
 * Sends a request over https that trusts only one certificate, for any host: GET, or POST of a body as JSON. Returns
 * status, problem code and cookie.
 */
export function callTls(url: string, ca: string, headers: OutgoingHttpHeaders = {}, body?: object) {
  return new Promise<{ status: number; code: unknown; cookie: string | undefined }>((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const options = { method, ca, headers, agent: false, servername: 'localhost' };
    const outgoing = requestTls(url, options, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () => {
        const code = text.startsWith('{') ? JSON.parse(text).code : undefined;
        resolve({ status: incoming.statusCode ?? 0, code, cookie: incoming.headers['set-cookie']?.[0] });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}
