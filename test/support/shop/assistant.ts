import type { TestApp } from '../server/app.ts';
import { signIn } from '../server/console.ts';

/** What a tool answered. */
export interface ToolAnswer {
  isError: boolean;
  /** The result as JSON, the text of a file, or the refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  value: any;
  texts: string[];
}

const revision = '2026-07-28';

/** An assistant that calls a shop's `/mcp` with one key, as the specification of 2026-07-28 says. */
export class Assistant {
  readonly #url: string;
  readonly #key: string | null;

  constructor(url: string, key: string | null) {
    this.#url = url;
    this.#key = key;
  }

  /** Sends one request; returns the answer and its status. */
  async ask(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test assistant', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  /** Returns the tools that are offered, by name. */
  async tools(): Promise<string[]> {
    const { body } = await this.ask('tools/list');
    return body.result.tools.map(({ name }: { name: string }) => name);
  }

  /** Calls a tool. Throws when it is answered by an error of the protocol. */
  async use(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { body } = await this.ask('tools/call', { name, arguments: input });
    if (!body.result) throw new Error(JSON.stringify(body));
    const texts = body.result.content.map(({ text }: { text: string }) => text);
    const last = texts.at(-1);
    return { isError: body.result.isError === true, value: last.startsWith('{') ? JSON.parse(last) : last, texts };
  }
}

/** Switches assistants on in a shop; returns one with a key that has these scopes, by default all. */
export async function openAssistant(
  shop: TestApp,
  { scopes = ['all'], ...allowed }: { scopes?: string[]; mayWriteToCustomers?: boolean; mayDelete?: boolean } = {},
): Promise<Assistant> {
  const settings = { enabled: true, mayWriteToCustomers: true, mayDelete: false, ...allowed };
  const { status } = await (await signIn(shop)).put('/owner/assistants', settings);
  if (status !== 200) throw new Error(`Assistants were not switched on: ${status}`);
  return new Assistant(shop.api.url, (await shop.withScopes(...scopes)).key);
}
