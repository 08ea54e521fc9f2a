import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isLocal, type LocalGrant, localGrants } from '../../server/http/access/local.ts';
import { startApp, type TestApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { goodPassphrase, signIn } from '../support/server/console.ts';
import { sendRaw } from '../support/server/raw-request.ts';

type Headers = Record<string, string>;

const publicHost = 'padaria-sao-joao.example';
const env = { FRONTDESK_PUBLIC_URL: `https://${publicHost}` };

/** Remote requests that arrive over loopback; each has a single sign of it, except the browser's own. */
const fromAfar: [string, Headers][] = [
  ['to the public address', { host: publicHost }],
  ['to the public address in capitals', { host: publicHost.toUpperCase() }],
  ['to the public address with its port', { host: `${publicHost}:443` }],
  ['to an address of the local network', { host: '192.168.0.7:7420' }],
  ['to every address', { host: '0.0.0.0:7420' }],
  ['to another spelling of IPv6', { host: '[0:0:0:0:0:0:0:1]:7420' }],
  ['forwarded for an address', { 'x-forwarded-for': '203.0.113.7' }],
  ['forwarded for this machine, as a liar says', { 'x-forwarded-for': '127.0.0.1' }],
  ['forwarded by protocol', { 'x-forwarded-proto': 'https' }],
  ['forwarded to a host', { 'x-forwarded-host': 'localhost' }],
  ['with the standard header', { forwarded: 'for=127.0.0.1;host=localhost' }],
  ['by a tunnel', { 'cf-connecting-ip': '127.0.0.1' }],
  ['by a proxy', { via: '1.1 proxy' }],
  ['by a proxy that names the address', { 'x-real-ip': '::1' }],
];

const ask = (shop: TestApp, method: string, path: string, headers: Headers, body?: object) =>
  sendRaw(shop.api.url, {
    method,
    path,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const enter = async (shop: TestApp, headers: Headers, passphrase: string) => {
  const { status, headers: sent, body } = await ask(shop, 'POST', '/owner/login', headers, { passphrase });
  const cookies = sent['set-cookie'] ?? [];
  return {
    status,
    cookies,
    secrets: { cookie: String(cookies[0]).split(';')[0] ?? '', 'x-frontdesk-page': body.pageSecret },
  };
};

type Probe = (shop: Shop, headers: Headers) => Promise<boolean>;

/** For each grant, returns which of these requests get it; `shop` has an owner with `goodPassphrase`. */
const probes: Record<LocalGrant, (shop: Shop, tries: Headers[]) => Promise<boolean[]>> = {
  loginLink: each(async (shop, headers) => {
    const [, token] = (await shop.app.createLoginLink()).split('#');
    return (await ask(shop, 'POST', '/owner/login', headers, { token })).status === 200;
  }),
  linkSession: each(async (shop, headers) => {
    const owner = await signIn(shop);
    return (await ask(shop, 'GET', '/owner/session', { ...owner.headers, ...headers })).status === 200;
  }),
  async lastingSession(shop, tries) {
    const sessions: Headers[] = [];
    for (const headers of tries) {
      const { status, secrets } = await enter(shop, headers, goodPassphrase);
      expect(status).toBe(200);
      sessions.push(secrets);
      await shop.clock.advance(10_000);
    }
    const passphrase = { present: goodPassphrase, passphrase: `${goodPassphrase} sim` };
    expect((await (await signIn(shop)).put('/owner/passphrase', passphrase)).status).toBe(204);
    // Tested from this machine, where every lasting session is accepted.
    return Promise.all(sessions.map(async (one) => (await ask(shop, 'GET', '/owner/session', one)).status === 200));
  },
  guessesOfItsOwn: each(async (shop, headers) => {
    for (let i = 0; i < 12; i++) await enter(shop, { host: publicHost }, `a guess of anybody ${i}`);
    return (await enter(shop, headers, goodPassphrase)).status === 200;
  }),
  reference: each(async (shop, headers) => {
    const page = await ask(shop, 'GET', '/docs', headers);
    expect((await ask(shop, 'GET', '/api/openapi.json', headers)).status).toBe(page.status);
    return page.status === 200;
  }),
};

function each(probe: Probe) {
  return async (shop: Shop, tries: Headers[]): Promise<boolean[]> => {
    const granted: boolean[] = [];
    for (const headers of tries) granted.push(await probe(shop, headers));
    return granted;
  };
}

interface Shop extends TestApp {
  clock: ManualClock;
}

async function openShop(): Promise<Shop> {
  const clock = new ManualClock();
  const shop = await startApp({ env, clock });
  expect((await (await signIn(shop)).put('/owner/passphrase', { passphrase: goodPassphrase })).status).toBe(204);
  return { ...shop, clock };
}

describe('a privilege of requests from this machine', () => {
  test.each(Object.keys(localGrants) as LocalGrant[])(
    '%s: no request from afar gets it, whatever its headers',
    {
      timeout: 120_000,
    },
    async (grant) => {
      const granted = await probes[grant](await openShop(), [{}, ...fromAfar.map(([, headers]) => headers)]);
      expect(granted.shift()).toBe(true);
      expect(fromAfar.filter((_, index) => granted[index])).toEqual([]);
    },
  );

  test('is granted under each name of loopback', async () => {
    const names = ['localhost', 'LOCALHOST:7420', '127.0.0.1:7420', '127.0.1.1', '[::1]:7420'];
    const granted = await probes.loginLink(
      await openShop(),
      names.map((host) => ({ host })),
    );
    expect(granted).toEqual(names.map(() => true));
  });

  test('is granted to no name that only begins like loopback, nor over HTTP/1.0', () => {
    const look = (host: string | undefined, httpVersion = '1.1', remoteAddress = '127.0.0.1') =>
      isLocal({ headers: { host }, httpVersion, socket: { remoteAddress } } as unknown as IncomingMessage);
    expect(look('127.0.0.1')).toBe(true);
    expect(look('127.0.0.1', '1.1', '::ffff:127.0.0.1')).toBe(true);
    for (const host of [
      undefined,
      '',
      '127.evil.example',
      'localhost.',
      'localhost.evil.example',
      '127.0.0.1:x',
      'x',
    ]) {
      expect([host, look(host)]).toEqual([host, false]);
    }
    expect(look('127.0.0.1', '1.0')).toBe(false);
    expect(look('127.0.0.1', '1.1', '10.0.0.9')).toBe(false);
  });
});

test.each([`${publicHost}.`, `x.${publicHost}`, 'padaria-são-joão.example', 'localhost.'])(
  'another spelling of the public address is no address of ours: %j',
  async (host) => {
    const shop = await startApp({ env });
    const status = await ask(shop, 'GET', '/docs', { host: Buffer.from(host).toString('latin1') });
    expect(status.status).toBe(421);
  },
);

test('a public address in another script is known by its Punycode', async () => {
  const shop = await startApp({ env: { FRONTDESK_PUBLIC_URL: 'https://padaria-são-joão.example' } });
  const { host } = new URL('https://padaria-são-joão.example');
  expect((await ask(shop, 'GET', '/docs', { host })).status).toBe(401);
  expect((await ask(shop, 'GET', '/docs', { host, authorization: `Bearer ${shop.api.key}` })).status).toBe(200);
});

test('a public address that is this machine itself leaves the machine local', async () => {
  const shop = await startApp({ env: { FRONTDESK_PUBLIC_URL: 'http://localhost:7420' } });
  const [, token] = (await shop.app.createLoginLink()).split('#');
  expect((await ask(shop, 'POST', '/owner/login', { host: 'localhost:7420' }, { token })).status).toBe(200);
});

test('cookies of the public address are for https alone; over plain http they are not', async () => {
  const shop = await openShop();
  const isSecure = async (host: string) => {
    const { status, cookies } = await enter(shop, { host }, goodPassphrase);
    expect([status, cookies.length]).toEqual([200, 2]);
    return cookies.map((cookie) => /; HttpOnly; SameSite=Strict; .*; Secure$/.test(cookie));
  };
  expect(await isSecure(publicHost)).toEqual([true, true]);
  expect(await isSecure(`${publicHost.toUpperCase()}:443`)).toEqual([true, true]);
  expect(await isSecure(`${publicHost}:7420`)).toEqual([false, false]);
  expect(await isSecure('127.0.0.1:7420')).toEqual([false, false]);
});

test('the console marks a session from afar as remote', async () => {
  const shop = await openShop();
  const { secrets } = await enter(shop, { host: publicHost }, goodPassphrase);
  const state = await ask(shop, 'GET', '/owner/session', { ...secrets, host: publicHost });
  expect(state.body).toMatchObject({ isRemote: true });
  const listed = await ask(shop, 'GET', '/owner/sessions', { ...secrets, host: publicHost });
  expect(listed.body.data.find((one: { isCurrent: boolean }) => one.isCurrent)).toMatchObject({
    isRemote: true,
    address: 'tunnel',
  });
});
