import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { seenFrom, usualOrigin } from './origin.ts';
import { describeInBrowser, signOut, startConsole } from './support.ts';

/** Another program on this machine: it records the cookies that a browser sends it. */
async function startThief() {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.cookie) cookies.push(request.headers.cookie);
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Thief</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookies };
}

describeInBrowser('the session', () => {
  test('the cookie is useless to another port of this host, although browsers send it there', async () => {
    const { shop, url, context } = await startConsole({ language: 'en' });
    const thief = await startThief();
    const page = await context.newPage();
    await page.goto(seenFrom(usualOrigin, thief.url));
    expect(thief.cookies.at(-1)).toMatch(/^frontdesk_session=[\w-]{43}$/);
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key !== "frontdesk.language")')).toEqual([]);
    const replay = async (method: string, path: string, body?: object) => {
      const response = await fetch(shop.api.url + path, {
        method,
        headers: { cookie: thief.cookies.at(-1) as string, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await response.body?.cancel();
      return response.status;
    };
    expect(await replay('POST', '/owner/keys', { name: 'thief', scopes: ['all'] })).toBe(401);
    expect(await replay('POST', '/owner/downloads', { path: '/owner/export' })).toBe(401);
    for (const path of ['/owner/session', '/owner/export', '/owner/keys', '/api/contacts', '/owner/events/stream']) {
      expect(await replay('GET', path)).toBe(401);
    }
    // Within the browser, the thief's page can neither read the response nor send the header.
    const fromPage = `fetch('${url}/owner/session', { credentials: 'include', mode: 'no-cors' })`;
    expect(await page.evaluate(`${fromPage}.then((answer) => [answer.type, answer.status])`)).toEqual(['opaque', 0]);
  });

  test('the session survives a reload, is shared by all tabs, receives events, and ends in all tabs', async () => {
    const { page, url, context, owner } = await startConsole({ language: 'en' });
    await page.reload();
    await page.locator('#content').waitFor();
    const second = await context.newPage();
    const streams = second.waitForResponse((response) => response.url().endsWith('/owner/events/stream'));
    await second.goto(`${url}/agents`);
    await second.locator('#content').waitFor();
    await streams;
    await owner.post('/api/ai-agents', { name: 'Ana' });
    await second.getByText('Ana').first().waitFor();
    await signOut(page);
    expect(await page.evaluate(`localStorage.getItem('frontdesk.page')`)).toBeNull();
    expect((await context.cookies()).filter(({ name }) => name === 'frontdesk_session')).toEqual([]);
    await second.reload();
    await second.getByLabel('Passphrase').waitFor();
  });
});
