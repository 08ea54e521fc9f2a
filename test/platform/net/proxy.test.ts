import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { OutboundClient } from '../../../server/platform/net/outbound-http.ts';
import { ProxyDouble } from '../../doubles/proxy.ts';

const folder = new URL('../../doubles/', import.meta.url);
const certificate = readFileSync(new URL('loopback-certificate.pem', folder), 'utf8');
const key = readFileSync(new URL('loopback-key.pem', folder), 'utf8');

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const startServer = () => listen(createServer((_request, response) => response.end('reached')));
const startTlsServer = () =>
  listen(createTlsServer({ cert: certificate, key }, (_request, response) => response.end('reached')));

/** A client to which one origin is fixed. */
function openClient(env: Record<string, string>, fixed: string, allow = '*') {
  const config = readConfig({ ...env, FRONTDESK_OUTBOUND_ALLOW: allow });
  const client = new OutboundClient({ config, database: null, isFixedHost: (url) => url.origin === fixed });
  onTestFinished(() => client.close());
  return client;
}

const read = async (client: OutboundClient, url: string) => (await client.request({ url })).body.toString();
const faultOf = (client: OutboundClient, url: string) => client.request({ url }).then(() => null, String);

describe('a proxy of the machine', () => {
  test('carries connections to fixed hosts, and no others', async () => {
    const proxy = await new ProxyDouble().start();
    const [fixed, other] = [`http://127.0.0.1:${await startServer()}`, `http://127.0.0.1:${await startServer()}`];
    const client = openClient({ HTTP_PROXY: proxy.url }, fixed);
    expect(await read(client, fixed)).toBe('reached');
    expect(proxy.targets).toEqual([fixed.slice('http://'.length)]);
    expect(await read(client, other)).toBe('reached');
    expect(proxy.targets).toHaveLength(1);
  });

  test('does not lift the check of other addresses', async () => {
    const proxy = await new ProxyDouble().start();
    const other = `http://127.0.0.1:${await startServer()}`;
    const client = openClient({ HTTP_PROXY: proxy.url }, 'https://fixed.example', '');
    expect(await faultOf(client, other)).toContain('is not a public address');
    expect(proxy.targets).toEqual([]);
  });

  test('is left where a fixed host redirects to another', async () => {
    const proxy = await new ProxyDouble().start();
    const other = `http://127.0.0.1:${await startServer()}`;
    const fixed = `http://127.0.0.1:${await listen(
      createServer((_request, response) => response.writeHead(302, { location: other }).end()),
    )}`;
    const client = openClient({ HTTP_PROXY: proxy.url }, fixed);
    const answer = await client.request({ url: fixed, maxRedirects: 1 });
    expect([answer.body.toString(), proxy.targets.length]).toEqual(['reached', 1]);
    const strict = openClient({ HTTP_PROXY: proxy.url }, fixed, '');
    await expect(strict.request({ url: fixed, maxRedirects: 1 })).rejects.toThrow('is not a public address');
  });

  test('carries https without reading it', async () => {
    tls.setDefaultCACertificates([certificate]);
    onTestFinished(() => tls.setDefaultCACertificates(tls.getCACertificates('bundled')));
    const proxy = await new ProxyDouble().start();
    const fixed = `https://localhost:${await startTlsServer()}`;
    const client = openClient({ https_proxy: proxy.url }, fixed);
    expect(await read(client, fixed)).toBe('reached');
    expect(proxy.targets).toEqual([fixed.slice('https://'.length)]);
  });

  test('is not used for the hosts of NO_PROXY', async () => {
    const proxy = await new ProxyDouble().start();
    const fixed = `http://127.0.0.1:${await startServer()}`;
    const client = openClient({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.com, 127.0.0.1' }, fixed);
    expect(await read(client, fixed)).toBe('reached');
    expect(proxy.targets).toEqual([]);
  });

  test('gets its user and password', async () => {
    const proxy = await new ProxyDouble().start();
    const fixed = `http://127.0.0.1:${await startServer()}`;
    const client = openClient({ HTTP_PROXY: proxy.url.replace('//', '//shop:s%40crt@') }, fixed);
    expect(await read(client, fixed)).toBe('reached');
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('shop:s@crt').toString('base64')}`]);
  });

  test.each([403, 407, 502])('that refuses with %i is the reason', async (status) => {
    const proxy = await new ProxyDouble().start();
    proxy.refusal = status;
    const client = openClient({ HTTP_PROXY: proxy.url }, 'http://127.0.0.1:9');
    expect(await faultOf(client, 'http://127.0.0.1:9')).toContain(
      `The proxy of this machine refused the connection (${status})`,
    );
  });

  test('is named as not used where another address cannot be reached', async () => {
    const proxy = await new ProxyDouble().start();
    const client = openClient({ HTTP_PROXY: proxy.url }, 'https://fixed.example');
    expect(await faultOf(client, 'http://127.0.0.1:9')).toContain('the proxy of this machine is not used');
    expect(await faultOf(openClient({}, ''), 'http://127.0.0.1:9')).not.toContain('proxy');
  });
});

test('the proxies of the environment are read like by other programs', () => {
  const proxyOf = (env: Record<string, string>) => readConfig(env).proxy;
  expect(proxyOf({})).toBeNull();
  expect(proxyOf({ HTTPS_PROXY: '', NO_PROXY: 'a' })).toBeNull();
  expect(proxyOf({ HTTP_PROXY: 'proxy:3128' })).toEqual({
    http: 'http://proxy:3128',
    https: 'http://proxy:3128',
    none: '',
  });
  expect(proxyOf({ HTTPS_PROXY: 'https://one', https_proxy: 'http://two', no_proxy: 'x', NO_PROXY: 'y' })).toEqual({
    http: null,
    https: 'http://two',
    none: 'x',
  });
  for (const wrong of ['socks5://127.0.0.1:1080', 'http://', 'two words'])
    expect(() => proxyOf({ HTTPS_PROXY: wrong })).toThrow('HTTPS_PROXY: must be the http or https URL of a proxy');
});

describe('a certificate that is not trusted', () => {
  test('is explained by what may read the connection', async () => {
    const url = `https://localhost:${await startTlsServer()}`;
    const fault = await faultOf(openClient({}, ''), url);
    expect(fault).toContain('the virus scanner or filter that reads the connection');
    expect(fault).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
  });
});
