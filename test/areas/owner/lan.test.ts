import { connect } from 'node:net';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { hostAndPort, listLanAddresses, localName } from '../../../server/platform/net/network-addresses.ts';
import { readCertificate } from '../../../server/platform/net/tls.ts';
import { Client, startApp, type TestAppOptions } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { callTls, sendRaw } from '../../support/server/raw-request.ts';

const [address] = listLanAddresses();
/** Without a second address there is nothing to open: the tests are skipped instead of passing. */
const onLan = test.skipIf(address === undefined);

async function startShop(options: TestAppOptions = {}) {
  const shop = await startApp(options);
  const mainPort = Number(new URL(shop.api.url).port);
  // A local browser uses this name regardless of the listening address, because 0.0.0.0 cannot be opened.
  const owner = await signIn({ app: shop.app, api: new Client(`http://127.0.0.1:${mainPort}`, shop.api.key) });
  return { ...shop, owner, mainPort };
}

/** Whether something accepts connections there. */
const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

onLan('is closed at first, opens and closes while the server runs, and tells where it is reached', async () => {
  const { owner, mainPort } = await startShop();
  const before = await owner.get('/owner/lan');
  expect(before.body).toMatchObject({ enabled: false, tls: false, isForced: false, addresses: [], mdnsName: null });
  expect(await isOpen(address as string, mainPort)).toBe(false);

  const opened = await owner.patch('/owner/lan', { enabled: true });
  const urls = listLanAddresses().map((one) => `http://${hostAndPort(one, mainPort)}`);
  expect(opened.body).toMatchObject({
    enabled: true,
    fault: null,
    port: mainPort,
    mdnsName: localName(),
    passphraseSet: false,
    fingerprint: null,
    addresses: urls.map((url) => ({ url, qrSvg: expect.stringMatching(/^<svg [\s\S]*<\/svg>\s*$/) })),
  });
  expect((await sendRaw(`${urls[0]}/healthz`, {})).status).toBe(200);
  expect((await owner.get('/owner/lan')).body).toEqual(opened.body);

  const closed = await owner.patch('/owner/lan', { enabled: false });
  expect(closed.body).toMatchObject({ enabled: false, addresses: [], mdnsName: null });
  expect(await isOpen(address as string, mainPort)).toBe(false);
  expect(await isOpen('127.0.0.1', mainPort)).toBe(true);
});

/** A call from another machine, as the server sees it. */
const callFromLan = (url: string, method: string, body: object, headers: Record<string, string> = {}) =>
  sendRaw(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

onLan('other machines are let in by the passphrase alone: by no link, and by no session of this machine', async () => {
  const { owner, app } = await startShop();
  const { body } = await owner.patch('/owner/lan', { enabled: true });
  const { url } = body.addresses[0];
  const link = async () => ({ token: (await app.createLoginLink()).split('#')[1] });
  expect((await callFromLan(`${url}/owner/login`, 'POST', await link())).status).toBe(401);
  const passphrase = 'forno aceso antes das seis';
  await owner.put('/owner/passphrase', { passphrase });
  const unused = await link();
  expect((await callFromLan(`${url}/owner/login`, 'POST', unused)).body.code).toBe('login_refused');
  const replayed = await callFromLan(`${url}/owner/lan`, 'PATCH', { enabled: true }, owner.headers);
  expect([replayed.status, replayed.body.code]).toEqual([401, 'unauthorized']);
  const signedIn = await callFromLan(`${url}/owner/login`, 'POST', { passphrase });
  expect(signedIn.status).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
  const guest = { cookie, 'x-frontdesk-page': signedIn.body.pageSecret };
  expect((await callFromLan(`${url}/owner/lan`, 'PATCH', { enabled: true }, guest)).status).toBe(200);
  // A link rejected there still works here.
  expect((await callFromLan(`${owner.url}/owner/login`, 'POST', unused)).status).toBe(200);
});

onLan('a new passphrase ends the other sessions on other machines, and neither its own nor those here', async () => {
  const { owner } = await startShop();
  const { body } = await owner.patch('/owner/lan', { enabled: true });
  const { url } = body.addresses[0];
  const present = 'forno aceso antes das seis';
  await owner.put('/owner/passphrase', { passphrase: present });
  const enter = async () => {
    const signedIn = await callFromLan(`${url}/owner/login`, 'POST', { passphrase: present });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
    return { cookie, 'x-frontdesk-page': signedIn.body.pageSecret as string };
  };
  const [first, second] = [await enter(), await enter()];
  const passphrase = 'quatro palavras bem soltas';
  const changed = await callFromLan(`${url}/owner/passphrase`, 'PUT', { passphrase, present }, first);
  expect(changed.status).toBe(204);
  const look = async (headers: Record<string, string>) =>
    (await callFromLan(`${url}/owner/passphrase/check`, 'POST', { passphrase }, headers)).status;
  expect([await look(first), await look(second)]).toEqual([200, 401]);
  expect((await owner.get('/owner/session')).status).toBe(200);
});

onLan('the request that closes the port by which it came is answered', async () => {
  const { owner, mainPort, api } = await startShop();
  const { body } = await owner.patch('/owner/lan', { enabled: true });
  const { url } = body.addresses[0];
  const passphrase = 'forno aceso antes das seis';
  await owner.put('/owner/passphrase', { passphrase });
  const signedIn = await callFromLan(`${url}/owner/login`, 'POST', { passphrase });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
  const guest = { cookie, 'x-frontdesk-page': signedIn.body.pageSecret };
  const closed = await callFromLan(`${url}/owner/lan`, 'PATCH', { enabled: false }, guest);
  expect([closed.status, closed.body.enabled]).toEqual([200, false]);
  expect(await isOpen(address as string, mainPort)).toBe(false);
  expect((await api.get('/healthz', { key: null })).status).toBe(200);
});

onLan('with TLS other machines get https alone, under the certificate whose fingerprint is told', async () => {
  const { owner, mainPort, home } = await startShop();
  const opened = await owner.patch('/owner/lan', { enabled: true, tls: true });
  const certificate = await readCertificate(home);
  expect(opened.body).toMatchObject({ tls: true, port: mainPort + 1, fingerprint: certificate?.fingerprint });
  const [{ url }] = opened.body.addresses;
  expect(url).toBe(`https://${hostAndPort(address as string, mainPort + 1)}`);
  expect((await callTls(`${url}/healthz`, certificate?.cert ?? '')).status).toBe(200);
  expect(await isOpen(address as string, mainPort)).toBe(false);
  expect(await isOpen('127.0.0.1', mainPort + 1)).toBe(false);
  expect(await isOpen('127.0.0.1', mainPort)).toBe(true);

  const renewed = await owner.post('/owner/lan/certificate');
  expect(renewed.body.fingerprint).not.toBe(certificate?.fingerprint);
  await expect(callTls(`${url}/healthz`, certificate?.cert ?? '')).rejects.toThrow('self-signed');
  const next = await readCertificate(home);
  expect((await callTls(`${url}/healthz`, next?.cert ?? '')).status).toBe(200);

  await owner.patch('/owner/lan', { tls: false });
  expect(await isOpen(address as string, mainPort + 1)).toBe(false);
  expect(await isOpen(address as string, mainPort)).toBe(true);
});

onLan('a session over https has a cookie of its own, which hides none of plain http', async () => {
  const { owner, home } = await startShop();
  const passphrase = 'forno aceso antes das seis';
  await owner.put('/owner/passphrase', { passphrase });
  const { body: plain } = await owner.patch('/owner/lan', { enabled: true });
  const open = await callFromLan(`${plain.addresses[0].url}/owner/login`, 'POST', { passphrase });
  expect(String(open.headers['set-cookie'])).toMatch(
    /^frontdesk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict;/,
  );

  const { body: secure } = await owner.patch('/owner/lan', { tls: true });
  const [{ url }] = secure.addresses;
  const cert = (await readCertificate(home))?.cert ?? '';
  const json = { 'content-type': 'application/json' };
  const { cookie = '' } = await callTls(`${url}/owner/login`, cert, json, { passphrase });
  expect(cookie).toMatch(/^__Host-frontdesk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/);
  const [, secret = ''] = /=([^;]*)/.exec(cookie) ?? [];
  // On other machines, the reference requires only the cookie.
  const docs = (name: string) => callTls(`${url}/docs`, cert, { cookie: `${name}=${secret}` });
  expect((await docs('__Host-frontdesk_session')).status).toBe(200);
  expect((await docs('frontdesk_session')).status).toBe(401);
});

onLan('Host and Origin are guarded alike by http and https', async () => {
  const { owner, api, home } = await startShop();
  const { body: plain } = await owner.patch('/owner/lan', { enabled: true });
  const httpUrl: string = plain.addresses[0].url;
  const own = { authorization: `Bearer ${api.key}` };
  const matrix = (url: string) => {
    const { host, port, protocol } = new URL(url);
    const named = (name: string) => `${name}:${port}`;
    return [
      [200, { host }],
      [200, { host: named(hostname().toLowerCase()) }],
      [200, { host: named(localName()) }],
      [200, { host: named('localhost') }],
      [200, { host, origin: `${protocol}//${host}`, 'sec-fetch-site': 'same-origin' }],
      [200, { host: named(localName()), origin: `${protocol}//${named(localName())}` }],
      [421, { host: named('frontdesk.local') }],
      [421, { host: named('evil.example') }],
      [421, { host: named(`${address}.nip.io`) }],
      [403, { host, origin: `${protocol}//evil.example` }],
      [403, { host, origin: 'null' }],
      [403, { host, 'sec-fetch-site': 'cross-site' }],
    ] as [number, Record<string, string>][];
  };
  for (const [status, headers] of matrix(httpUrl)) {
    const answer = await sendRaw(`${httpUrl}/api/quick-replies`, { headers: { ...own, ...headers } });
    expect({ headers, status: answer.status }).toEqual({ headers, status });
  }
  const { body: secure } = await owner.patch('/owner/lan', { tls: true });
  const httpsUrl: string = secure.addresses[0].url;
  const cert = (await readCertificate(home))?.cert ?? '';
  for (const [status, headers] of matrix(httpsUrl)) {
    const answer = await callTls(`${httpsUrl}/api/quick-replies`, cert, { ...own, ...headers });
    expect({ headers, status: answer.status }).toEqual({ headers, status });
  }
});

onLan('FRONTDESK_HOST=0.0.0.0 opens it from the start, and then it cannot be closed here', async () => {
  const { owner, app, mainPort } = await startShop({ env: { FRONTDESK_HOST: '0.0.0.0' } });
  expect(await isOpen('127.0.0.1', mainPort)).toBe(true);
  expect(await isOpen(address as string, mainPort)).toBe(true);
  expect((await owner.get('/owner/lan')).body).toMatchObject({ enabled: true, isForced: true });
  const refused = await owner.patch('/owner/lan', { enabled: false });
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid_transition']);
  await app.stop();
  expect(await isOpen(address as string, mainPort)).toBe(false);
});

onLan('what was open is open again after the next start', async () => {
  const first = await startShop();
  await first.owner.patch('/owner/lan', { enabled: true, tls: true });
  const { fingerprint } = (await first.owner.get('/owner/lan')).body;
  await first.app.stop();
  const second = await startShop({ home: first.home });
  const { body } = await second.owner.get('/owner/lan');
  expect(body).toMatchObject({ enabled: true, tls: true, fingerprint, fault: null });
  expect(await isOpen(address as string, second.mainPort + 1)).toBe(true);
});

onLan('a port that another program holds is told, and this machine is served on', async () => {
  const { owner, api, mainPort } = await startShop();
  const { createServer } = await import('node:net');
  const other = createServer().listen(mainPort, address);
  await new Promise((resolve) => other.once('listening', resolve));
  const { status, body } = await owner.patch('/owner/lan', { enabled: true });
  expect(status).toBe(200);
  expect(body.fault).toContain(`Another program uses ${address}:${mainPort}`);
  expect((await api.get('/healthz', { key: null })).status).toBe(200);
  await new Promise((resolve) => other.close(resolve));
});

test('only the owner can read and change it, and unknown fields are rejected', async () => {
  const { owner, api } = await startShop();
  expect((await api.get('/owner/lan')).status).toBe(403);
  expect((await api.patch('/owner/lan', { enabled: true })).status).toBe(403);
  const refused = await owner.patch('/owner/lan', { enabled: 'yes', port: 1 });
  expect(refused.status).toBe(400);
});
