import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { failed, keyword, maria, openFlows, question, say, step } from './support.ts';

describe('an http step', () => {
  async function openServer(answer: { status?: number; body: string; delayMs?: number }) {
    const requests: {
      method: string | undefined;
      url: string | undefined;
      headers: IncomingMessage['headers'];
      body: string;
    }[] = [];
    const url = await serveLoopback(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      requests.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
    });
    return { requests, url };
  }

  test('sends its request once and maps the response to variables', async () => {
    const { requests, url } = await openServer({ body: '{"data":[{"code":"A/B","n":3}],"a~b":true}' });
    const { launch, says, heard, runs } = await openFlows();
    const config = {
      method: 'POST',
      url: `${url}/c/{{name}}?q={{name}}`,
      headers: { 'X-Name': '{{name}}' },
      body: { name: '{{name}}', list: ['{{contact.phone}}', 1, null] },
      map: [
        { variable: 'code', path: '/data/0/code' },
        { variable: 'flag', path: '/a~0b' },
        { variable: 'none', path: '/data/7' },
      ],
    };
    const path = await launch([
      question('a', 'name', 'h'),
      step('h', 'http', config, 'b'),
      say('b', '{{code}} {{flag}} [{{none}}] {{httpStatus}}'),
    ]);
    await says('oi');
    await says('a/b &"ç"\r\nX-Evil: 1');
    expect(await heard()).toEqual(['name?', 'A/B true [] 200']);
    const [run] = await runs(path);
    const name = 'a/b &"ç"\nX-Evil: 1';
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `flow:${run.id}:2` },
    });
    expect(requests[0]?.headers['x-evil']).toBeUndefined();
    expect(decodeURIComponent(requests[0]?.url ?? '').replaceAll('\r', '')).toBe(`/c/${name}?q=${name}`);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      name: expect.stringContaining('X-Evil'),
      list: [maria, 1, null],
    });
  });

  test.each<[string, { status?: number; body: string; delayMs?: number }, string]>([
    ['an error status', { status: 500, body: '{}' }, 'http_status'],
    ['a response that is not JSON', { body: '<html>' }, 'http_invalid_answer'],
    ['a response that is too long', { body: `"${'x'.repeat(300_000)}"` }, 'http_too_large'],
    ['a response that is late', { body: '{}', delayMs: 1_300 }, 'http_timeout'],
  ])('goes to onError, or ends the run as FAILED, after %s', async (_title, answer, code) => {
    const { url } = await openServer(answer);
    const { launch, says, heard, runs } = await openFlows();
    const config = { url, timeoutSeconds: 1, map: [{ variable: 'x', path: '/x' }] };
    const path = await launch([step('h', 'http', config, 'b'), say('b', 'Certo')]);
    const caught = await launch(
      [step('h', 'http', { ...config, onError: 'e' }, 'b'), say('b', 'Certo'), say('e', 'Falhou')],
      keyword('tenta'),
    );
    await says('tenta');
    expect(await heard()).toEqual(['Falhou']);
    expect(await runs(caught)).toMatchObject([{ state: 'COMPLETED' }]);
    await says('oi');
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', reason: { code } }]);
    expect(await heard()).toEqual(['Falhou', failed]);
  });

  test('reaches no address that the outbound rules forbid', async () => {
    const { requests, url } = await openServer({ body: '{}' });
    const { launch, says, runs } = await openFlows({ env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const path = await launch([step('h', 'http', { url })]);
    await says('oi');
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', reason: { code: 'http_not_allowed' } }]);
    expect(requests).toEqual([]);
  });
});
