import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { makePdf } from './documents.ts';
import { type KnowledgeShop, openKnowledgeShop } from './support.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves these pages; any other path, including robots.txt, is 404. Returns the URL and the received requests. */
async function serveSite(pages: Record<string, Answer | string>): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const url = await serveLoopback((request, response) => {
    asked.push(request);
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') return page(request, response);
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page ?? 'nothing here');
  });
  return { url, asked };
}

const redirect =
  (to: string): Answer =>
  (_request, response) => {
    response.writeHead(302, { location: to }).end();
  };

const article = (text: string): string =>
  `<html><head><title>Trocas | Loja</title></head><body><nav><a href="/">Início</a> <a href="/c">Carrinho</a></nav>
  <div class="cookie-banner">Usamos cookies</div><main><article><h1>Política de trocas</h1>${`<p>${text}</p>`.repeat(3)}
  <p>A loja troca qualquer produto que foi comprado nos últimos trinta dias, desde que tenha a nota fiscal, a etiqueta e a
  embalagem, sem cobrar nada por isso, e devolve o dinheiro em até cinco dias úteis, na forma em que foi pago.</p></article>
  </main><footer>Todos os direitos reservados</footer></body></html>`;

test('a web page is fetched and its main content is indexed', async () => {
  const shop = await openKnowledgeShop();
  const site = await serveSite({ '/trocas': article('Trocamos em até trinta dias, com a nota.') });
  const source = await shop.addUrl(shop.base, `${site.url}/trocas`);
  expect(source).toMatchObject({
    kind: 'URL',
    name: `${site.url}/trocas`,
    url: `${site.url}/trocas`,
    title: 'Trocas | Loja',
    status: 'READY',
    contentType: 'text/html',
    language: 'pt',
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    failedFetches: 0,
  });
  expect(Date.parse(source.nextFetchAt) - Date.parse(source.lastFetchedAt)).toBe(7 * 24 * 3_600_000);
  const text = JSON.stringify(await shop.chunks(shop.base, source.id));
  expect(text).toContain('Trocamos em até trinta dias');
  expect(text).not.toMatch(/Carrinho|cookies|direitos/);
  expect(site.asked.map((request) => request.url)).toEqual(['/robots.txt', '/trocas']);
  expect(site.asked[1]?.headers['user-agent']).toMatch(/^Frontdesk/);
});

test('a URL may lead to a PDF or to a page in Windows-1252', async () => {
  const shop = await openKnowledgeShop();
  const pdf = await makePdf((page) => page.text('O rodízio custa sessenta reais.'));
  const site = await serveSite({
    '/menu': (_request, response) => response.end(pdf),
    '/velha': (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=ISO-8859-1');
      response.end(Buffer.from('<p>Promoção de pão</p>', 'latin1'));
    },
  });
  const menu = await shop.addUrl(shop.base, `${site.url}/menu`);
  expect(menu).toMatchObject({ status: 'READY', contentType: 'application/pdf', sizeBytes: pdf.length });
  const old = await shop.addUrl(shop.base, `${site.url}/velha`);
  expect((await shop.chunks(shop.base, old.id))[0].text).toBe('Promoção de pão');
});

test('robots.txt rules that take very long to match make the page unreadable and block nothing else', async () => {
  const shop = await openKnowledgeShop();
  const long = `/${'a'.repeat(12_000)}`;
  const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(250)}b\n`.repeat(900)}`;
  const site = await serveSite({ '/robots.txt': rules, '/a': redirect(long), [long]: article('Nada') });
  const { body } = await shop.api.post(`${shop.base.path}/url`, { url: `${site.url}/a` });
  const source = await shop.indexed(shop.base, body.id, 25_000);
  expect([source.status, source.error.code]).toEqual(['FAILED', 'robots_unavailable']);
});

test('a robots.txt rule or a 5xx status forbids the page; a 4xx status allows it', async () => {
  const shop = await openKnowledgeShop();
  const page = article('Segredo da casa.');
  const closed = await serveSite({
    '/robots.txt': 'User-agent: *\nDisallow: /privado',
    '/privado/a': page,
    '/b': page,
  });
  const failing = await serveSite({ '/a': page, '/robots.txt': (_request, response) => response.writeHead(503).end() });
  const forbidden = await serveSite({
    '/a': page,
    '/robots.txt': (_request, response) => response.writeHead(403).end(),
  });
  const results = [
    await shop.addUrl(shop.base, `${closed.url}/privado/a`),
    await shop.addUrl(shop.base, `${closed.url}/b`),
    await shop.addUrl(shop.base, `${failing.url}/a`),
    await shop.addUrl(shop.base, `${forbidden.url}/a`),
  ];
  expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
    ['FAILED', 'robots_disallowed'],
    ['READY', undefined],
    ['FAILED', 'robots_unavailable'],
    ['READY', undefined],
  ]);
  expect(closed.asked.map((request) => request.url)).not.toContain('/privado/a');
});

test('a private address is rejected with 400, and a redirect to one makes the source FAILED', async () => {
  const lan = await serveSite({ '/': 'Painel do roteador' });
  const site = await serveSite({
    '/lan': redirect(lan.url),
    '/metadata': redirect('http://169.254.169.254/latest/meta-data'),
    '/file': redirect('file:///etc/passwd'),
  });
  const shop = await openKnowledgeShop({ env: { FRONTDESK_OUTBOUND_ALLOW: new URL(site.url).host } });
  for (const url of [lan.url, 'http://localhost/', 'http://[::1]/', 'http://10.0.0.1/', 'http://2130706433/']) {
    const { status, body } = await shop.api.post(`${shop.agent.path}/url`, { url });
    expect([status, body.code], url).toEqual([400, 'outbound_not_allowed']);
  }
  for (const path of ['/lan', '/metadata', '/file']) {
    const source = await shop.addUrl(shop.agent, site.url + path);
    expect([source.status, source.error.code], path).toEqual(['FAILED', 'address_not_allowed']);
  }
  expect(lan.asked).toEqual([]);
});

test('the response of a URL is limited in size and redirects, and each failure has its code', async () => {
  const shop = await openKnowledgeShop();
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const site = await serveSite({
    // Sends no content-length and never ends.
    '/endless': (_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    },
    '/bomb': (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(30 * 1024 * 1024, 'a')));
    },
    '/once': redirect('/twice'),
    '/twice': redirect('/thrice'),
    '/thrice': redirect('/page'),
    '/page': article('Aqui está.'),
    '/round': redirect('/round'),
    '/error': (_request, response) => response.writeHead(500).end('oops'),
    '/image': (_request, response) => response.end(Buffer.from('ffd8ffe000104a46494600010100', 'hex')),
    '/nothing': '<html><body><script>render()</script></body></html>',
  });
  const codeOf = async (url: string) => {
    const { status, error } = await shop.addUrl(shop.base, url);
    return [status, error?.code];
  };
  expect(await codeOf(`${site.url}/endless`)).toEqual(['FAILED', 'response_too_large']);
  expect(await codeOf(`${site.url}/bomb`)).toEqual(['FAILED', 'response_too_large']);
  expect(await codeOf(`${site.url}/once`)).toEqual(['READY', undefined]);
  expect(await codeOf(`${site.url}/round`)).toEqual(['FAILED', 'too_many_redirects']);
  expect(await codeOf(`${site.url}/error`)).toEqual(['FAILED', 'http_error']);
  expect(await codeOf(`${site.url}/missing`)).toEqual(['FAILED', 'http_error']);
  expect(await codeOf(`${site.url}/image`)).toEqual(['FAILED', 'unsupported_type']);
  expect(await codeOf(`${site.url}/nothing`)).toEqual(['FAILED', 'no_text']);
  expect(await codeOf('http://127.0.0.1:9/')).toEqual(['FAILED', 'unreachable']);
  expect(await codeOf('http://nobody.invalid/')).toEqual(['FAILED', 'unreachable']);
});

test('a reindex sends validators: 304 keeps the passages, a change replaces them', async () => {
  const shop = await openKnowledgeShop();
  let [etag, text] = ['"1"', 'Trocamos em sete dias.'];
  const site = await serveSite({
    '/a': (request, response) => {
      response.setHeader('etag', etag);
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.end(article(text));
    },
    '/b': (request, response) => {
      response.setHeader('last-modified', 'Sat, 21 Nov 2026 10:00:00 GMT');
      response.writeHead(request.headers['if-modified-since'] ? 304 : 200).end(article('Sem etiqueta.'));
    },
  });
  const source = await shop.addUrl(shop.base, `${site.url}/a`);
  const before = await shop.chunks(shop.base, source.id);
  const reindex = async (id: string) => {
    await shop.api.post(`${shop.base.path}/${id}/reindex`);
    return shop.indexed(shop.base, id);
  };
  expect(await reindex(source.id)).toMatchObject({ status: 'READY', indexedAt: source.indexedAt });
  expect(await shop.chunks(shop.base, source.id)).toEqual(before);
  [etag, text] = ['"2"', 'Trocamos em trinta dias.'];
  expect((await reindex(source.id)).contentHash).not.toBe(source.contentHash);
  const after = JSON.stringify(await shop.chunks(shop.base, source.id));
  expect(after).toContain('trinta dias.');
  expect(after).not.toContain('sete dias');

  const other = await shop.addUrl(shop.base, `${site.url}/b`);
  expect(await reindex(other.id)).toMatchObject({ status: 'READY', chunkCount: other.chunkCount });
  expect(site.asked.at(-1)?.headers['if-modified-since']).toBe('Sat, 21 Nov 2026 10:00:00 GMT');
});

test('a URL is refreshed weekly until five consecutive failures, which keep its passages; a reindex resumes it', async () => {
  const clock = new ManualClock('2026-11-21T12:00:00.000Z');
  const shop = await openKnowledgeShop({ clock });
  let fails = false;
  const site = await serveSite({
    '/a': (_request, response) => response.writeHead(fails ? 500 : 200).end(article('Abrimos às nove.')),
  });
  const source = await shop.addUrl(shop.agent, `${site.url}/a`);
  const fetches = () => site.asked.filter((request) => request.url === '/a').length;
  expect(fetches()).toBe(1);
  await passDays(shop, clock, 6);
  expect(fetches()).toBe(1);
  await passDays(shop, clock, 2);
  expect(fetches()).toBe(2);
  fails = true;
  for (let week = 1; week <= 5; week++) {
    await passDays(shop, clock, 8);
    const { body } = await shop.api.get(`${shop.agent.path}/${source.id}`);
    expect(body).toMatchObject({ status: 'FAILED', error: { code: 'http_error' }, failedFetches: week, chunkCount: 1 });
    expect(body.nextFetchAt === null).toBe(week === 5);
  }
  expect(await shop.chunks(shop.agent, source.id)).toHaveLength(1);
  await passDays(shop, clock, 8);
  expect(fetches()).toBe(7);
  fails = false;
  await shop.api.post(`${shop.agent.path}/${source.id}/reindex`);
  await shop.settle();
  const { body } = await shop.api.get(`${shop.agent.path}/${source.id}`);
  expect(body).toMatchObject({ status: 'READY', error: null, failedFetches: 0, nextFetchAt: expect.any(String) });
});

/** Advances the clock by days and runs the scheduler once. */
async function passDays(shop: KnowledgeShop, clock: ManualClock, days: number): Promise<void> {
  clock.advance(days * 24 * 3_600_000);
  await shop.app.platform.scheduler.tick();
  await shop.settle();
  await eventually(async () => {
    const { data } = (await shop.api.get(shop.agent.path)).body;
    return data.every(({ status }: { status: string }) => status === 'READY' || status === 'FAILED');
  });
}
