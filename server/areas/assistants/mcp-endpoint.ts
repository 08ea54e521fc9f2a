import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { type Request as HttpRequest, type Response as HttpResponse, Router } from 'express';
import { authenticate } from '../../http/access/auth.ts';
import { attend } from '../../http/attend.ts';
import { readJsonBody } from '../../http/body/json-body.ts';
import { recognise } from '../../http/connections/connections.ts';
import { leavingOf } from '../../http/leaving.ts';
import { sendProblem } from '../../http/send-problem.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { makeFactory } from './mcp-server.ts';
import { readAssistantSettings } from './settings.ts';
import type { Caller, Tool } from './tools/tool.ts';

/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions, for callers with a key. */
export function mcpRoutes(platform: Platform, tools: readonly Tool[]): Router {
  let handler: Promise<McpHttpHandler> | undefined;
  const router = Router();
  router.all('/mcp', async (request, response) => {
    try {
      // The Fetch API's `Request` rejects this method.
      if (request.method === 'TRACE') throw new Problem('method_not_allowed');
      const caller = await admitAssistant(platform, request, response);
      const parsedBody = request.method === 'POST' ? await readMessage(request) : undefined;
      handler ??= openHandler(platform, tools);
      const { fetch } = await handler;
      await attend(platform, caller.principal, 'mcp', false, async () => {
        const reply = await fetch(toWebRequest(request, response), { authInfo: toAuthInfo(caller), parsedBody });
        await send(reply, response);
      });
    } catch (error) {
      sendProblem(response, response.locals.requestId, error, platform.log);
    }
  });
  return router;
}

/** Throws 400 for a batch: its calls would pass the rate limit as one, and run at the same time. */
async function readMessage(request: HttpRequest): Promise<unknown> {
  const body = await readJsonBody(request);
  if (Array.isArray(body)) throw invalid('body', 'must be one JSON-RPC message, not a batch');
  return body;
}

/** Throws 401 without a key, 429 for too many calls, 403 while the owner has not switched assistants on. */
async function admitAssistant(platform: Platform, request: HttpRequest, response: HttpResponse): Promise<Caller> {
  const principal = await authenticate(platform, request);
  if (principal.session) throw new Problem('unauthorized', 'Assistants send an API key as Authorization: Bearer <key>');
  recognise(request, principal.holder);
  platform.services.callers?.take(principal.callerId, response);
  const settings = await readAssistantSettings(platform.database.read, principal.workspace.id);
  if (!settings.enabled) {
    throw new Problem(
      'assistants_off',
      'Assistants are switched off: the owner switches them on in Settings, Assistants',
    );
  }
  return { platform, principal, settings };
}

async function openHandler(platform: Platform, tools: readonly Tool[]): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  return createMcpHandler(await makeFactory(tools, platform.services.jsonSchemas), {
    legacy: 'stateless',
    onerror: (error) => platform.log.debug({ err: error }, 'an assistant’s request was refused'),
  });
}

const toAuthInfo = (caller: Caller) => ({
  token: '',
  clientId: caller.principal.callerId,
  scopes: [...caller.principal.scopes],
  extra: { caller },
});

const eitherType = 'application/json, text/event-stream';

/** The request without its body, which has been read; aborted when the caller leaves. */
function toWebRequest(request: HttpRequest, response: HttpResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  // The protocol library requires both types by name; a client that accepts anything accepts them.
  if (!request.headers.accept || /\*\/\*/.test(request.headers.accept)) headers.set('accept', eitherType);
  const url = `http://${request.headers.host ?? 'localhost'}${request.originalUrl}`;
  return new Request(url, { method: request.method, headers, signal: leavingOf(response) });
}

async function send(reply: Response, response: HttpResponse): Promise<void> {
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  if (reply.body === null) response.end();
  else await pipeline(Readable.fromWeb(reply.body as ReadableStream), response);
}
