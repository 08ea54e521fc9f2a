import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../areas/qr/shop.ts';
import { startChatServer } from '../doubles/chat-server/chat-server.ts';
import { implemented, type OpenApiDocument } from '../support/contract/contract.ts';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { send } from '../support/fuzz/fuzz-check.ts';
import type { FuzzRequest } from '../support/fuzz/fuzz-requests.ts';
import { fuzzedRoutes } from '../support/fuzz/fuzz-run.ts';
import { validRequest } from '../support/fuzz/valid-requests.ts';
import { eventually, startApp } from '../support/server/app.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';
import { startTool } from './run-tool.ts';

/** All operations but the stream, which never ends, and uploads: Prism reads their bodies as text. */
const routes = fuzzedRoutes.filter((route) => !implemented.get(route)?.upload);

/** `GET /healthz`, as the server does not answer it: what Prism must find. */
const untrue = {
  get: {
    security: [],
    responses: {
      200: {
        description: 'ok',
        content: { 'application/json': { schema: { type: 'object', properties: { status: { type: 'integer' } } } } },
      },
    },
  },
};

/** Starts Prism between its callers and a server; both sides are validated against the server's document. */
async function startPrism(server: string): Promise<string> {
  const document = (await (await fetch(`${server}/api/openapi.json`)).json()) as OpenApiDocument;
  const file = join(await temporaryFolder(), 'openapi.json');
  await writeFile(file, JSON.stringify({ ...document, paths: { ...document.paths, '/healthz': untrue } }));
  const port = await freePort();
  const prism = startTool('prism', ['proxy', file, server, '--port', String(port), '--errors']);
  onTestFinished(() => void prism.kill());
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(url).catch(() => null));
  return url;
}

/** The same request with ids in its path that name nothing. */
function withoutTarget(request: FuzzRequest): FuzzRequest {
  const [, pattern = ''] = request.route.split(' ');
  const [, query] = request.path.split('?');
  const path = pattern.replaceAll(/\{\w+\}/g, 'nothing');
  return { ...request, path: query === undefined ? path : `${path}?${query}` };
}

test('Prism finds no request and no answer of any operation that differs from the document, refusals included', async () => {
  const chat = await startChatServer();
  const shop = { ...(await startApp({ env: environmentOf(chat) })), chat };
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  const url = await startPrism(shop.api.url);
  const violations: string[] = [];
  const through = async (request: FuzzRequest, key = shop.api.key): Promise<number> => {
    const { response, text } = await send({ url, key }, request);
    if (text.includes('stoplight.io/prism/errors')) violations.push(`${request.route}: ${text}`);
    return response.status;
  };

  const { key: narrow } = await shop.withScopes('agents.read');
  const refused: string[] = [];
  for (const route of routes) {
    const valid = await validRequest(shop, route, everything);
    const status = await through(valid);
    if (status >= 300) refused.push(`${route}: ${status}`);
    if (route.includes('{')) await through(withoutTarget(valid));
    await through(valid, narrow);
  }
  expect(refused).toEqual([]);
  expect(violations).toEqual([]);

  await through({
    route: 'POST /api/channels',
    method: 'POST',
    path: '/api/channels',
    headers: {},
    body: { json: {} },
  });
  await through({ route: 'GET /healthz', method: 'GET', path: '/healthz', headers: {}, body: undefined });
  expect(violations).toMatchObject([
    expect.stringContaining("must have required property 'name'"),
    expect.stringContaining('Response body property status must be integer'),
  ]);
});
