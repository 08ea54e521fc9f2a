import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { localName, shortHostName } from '../../../server/platform/net/network-addresses.ts';
import {
  type Certificate,
  ensureCertificate,
  makeCertificate,
  readCertificate,
} from '../../../server/platform/net/tls.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';

const dayMs = 24 * 3_600_000;
const now = new Date();

/** A handshake with a server of this certificate under a name; answers the fingerprint that the client has seen. */
async function shake({ key, cert }: Certificate, servername: string, trusted: string): Promise<string> {
  const server = createServer({ key, cert }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect({ port: (server.address() as AddressInfo).port, ca: trusted, servername });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().fingerprint256;
  } finally {
    socket.destroy();
  }
}

test('is accepted by a client that trusts it under every name of this machine, and matches the reported fingerprint', async () => {
  const certificate = await ensureCertificate(await temporaryFolder(), now);
  expect(certificate.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  for (const name of ['localhost', shortHostName(), localName()]) {
    expect(await shake(certificate, name, certificate.cert)).toBe(certificate.fingerprint);
  }
  await expect(shake(certificate, 'evil.example', certificate.cert)).rejects.toThrow('does not match');
});

test('is rejected by every other client', async () => {
  const certificate = await ensureCertificate(await temporaryFolder(), now);
  const other = await ensureCertificate(await temporaryFolder(), now);
  await expect(shake(certificate, 'localhost', other.cert)).rejects.toThrow('self-signed');
});

test('stays the same, readable by its owner alone, until 30 days before it expires', async () => {
  const home = await temporaryFolder();
  const first = await ensureCertificate(home, now);
  expect((await stat(join(home, 'tls.pem'))).mode & 0o777).toBe(0o600);
  const daysLeft = (Date.parse(first.validTo) - now.getTime()) / dayMs;
  expect(daysLeft).toBeGreaterThan(390);
  expect(daysLeft).toBeLessThan(398);

  const later = (days: number) => new Date(now.getTime() + days * dayMs);
  expect(await ensureCertificate(home, later(daysLeft - 31))).toEqual(first);
  const renewed = await ensureCertificate(home, later(daysLeft - 29));
  expect(renewed.fingerprint).not.toBe(first.fingerprint);
  expect(await readCertificate(home)).toEqual(renewed);
});

test('is recreated when its file is damaged or the owner requests it', async () => {
  const home = await temporaryFolder();
  const first = await ensureCertificate(home, now);
  await writeFile(join(home, 'tls.pem'), 'damaged', { mode: 0o600 });
  expect(await readCertificate(home)).toBeNull();
  const second = await ensureCertificate(home, now);
  const third = await makeCertificate(home, now);
  expect(new Set([first, second, third].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  expect(await readFile(join(home, 'tls.pem'), 'utf8')).toContain(third.cert.trim());
});
