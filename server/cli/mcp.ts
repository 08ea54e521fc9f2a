import { once } from 'node:events';
import { z } from 'zod';
import { trustSystemCertificates } from '../platform/net/system-certificates.ts';
import { version } from '../version.ts';
import { assertOwnServer } from './assert-own-server.ts';
import { type Command, CommandError, defineCommand, HttpUrl } from './command.ts';
import { findApiKey } from './read-key.ts';

const revision = '2026-07-28';
const answerWithinMs = 120_000;

/** A JSON-RPC answer of the server. */
const Answer = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
]);

/** A refusal of the server before it reads the call, such as 401. */
const Refusal = z.object({ detail: z.string() });

const sayUnreachable =
  (origin: string) =>
  (error: Error & { cause?: Error }): never => {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`No Frontdesk answers at ${origin}: ${error.cause?.message ?? error.message}`);
  };

type Ask = (method: string, params: object, client?: object) => Promise<Record<string, unknown>>;

/** Sends requests of one assistant to a server's `/mcp`. */
const askServer =
  (url: URL, key: string): Ask =>
  async (method, params, client = { name: 'frontdesk mcp', version }) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': client,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const name = 'name' in params ? { 'mcp-name': String(params.name) } : {};
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(sayUnreachable(url.origin));
    const body: unknown = await response.json().catch(() => null);
    const answer = Answer.safeParse(body);
    if (answer.data && 'result' in answer.data) return answer.data.result;
    if (answer.data) throw Object.assign(new Error(answer.data.error.message), { code: answer.data.error.code });
    throw new CommandError(Refusal.safeParse(body).data?.detail ?? `${url.origin} answered ${response.status}`);
  };

/** Serves MCP on the standard input and output until the assistant closes them. */
async function bridge(ask: Ask): Promise<void> {
  const { Server } = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { instructions } = z.object({ instructions: z.string().optional() }).parse(await ask('server/discover', {}));
  const transport = new StdioServerTransport();
  const left = once(process.stdin, 'close');
  serveStdio(
    () => {
      const server = new Server(
        { name: 'frontdesk', title: 'Frontdesk', version },
        { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
      );
      const forward = (method: string) => (request: { params?: object }) => {
        const { _meta: _, ...params } = { _meta: null, ...request.params };
        return ask(method, params, server.getClientVersion());
      };
      server.setRequestHandler('tools/list', forward('tools/list') as never);
      server.setRequestHandler('tools/call', forward('tools/call') as never);
      return server;
    },
    { transport },
  );
  await left;
}

export const commands: Record<string, Command> = {
  mcp: defineCommand({
    details:
      'The server must run, and its owner must have switched assistants on. Without --url it must be that of the data ' +
      'folder, which it proves before the key is sent. The key comes from a file or from ' +
      'FRONTDESK_KEY, since other programs see a command line. An assistant that calls a URL needs no bridge: ' +
      'it uses /mcp of the server with the same key.',
    examples: ['mcp --key-file key.txt', 'mcp --url http://192.168.0.20:3000 --key-file key.txt'],
    options: {
      url: { value: 'URL', about: 'Address of the server; by default the one of this machine' },
      'key-file': { value: 'FILE', about: 'A file with the API key' },
    },
    input: z.strictObject({
      url: HttpUrl.optional(),
      'key-file': z.string().min(1).optional(),
    }),
    async run({ url, 'key-file': keyFile }, call) {
      const key = await findApiKey(keyFile);
      if (key === null) throw new CommandError('Give the API key in FRONTDESK_KEY or with --key-file');
      const local = `http://127.0.0.1:${call.config.port}`;
      if (url === undefined) await assertOwnServer(call, local).catch(sayUnreachable(local));
      if (url?.startsWith('https:')) trustSystemCertificates();
      await bridge(askServer(new URL('/mcp', url ?? local), key));
      return null;
    },
  }),
};
