import { X509Certificate } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SubjectAltNameEntry } from 'selfsigned';
import { dayMs } from '../durations.ts';
import { listLanAddresses, localName, shortHostName } from './network-addresses.ts';

/** A self-signed certificate of this machine with its private key, both as PEM. */
export interface Certificate {
  key: string;
  cert: string;
  /** SHA-256 of the certificate, as browsers show it: `AB:CD:…`. */
  fingerprint: string;
  /** UTC text. */
  validFrom: string;
  validTo: string;
}

/** Longest lifetime that Apple's systems trust. */
const lastsDays = 397;
const renewedBeforeDays = 30;
/** Tolerates machines whose clock is late. */
const backdatedMs = dayMs;

/**
 * Key and certificate share one file, so that they always match. They belong to this machine: no backup contains them.
 */
const certificateFile = (home: string): string => join(home, 'tls.pem');

/** Returns this machine's certificate; creates one if missing, and renews it 30 days before it expires. */
export async function ensureCertificate(home: string, now: Date): Promise<Certificate> {
  const present = await readCertificate(home);
  const goodUntil = now.getTime() + renewedBeforeDays * dayMs;
  // A certificate that is not valid yet was created before the clock was set back.
  const isGood = present && Date.parse(present.validTo) > goodUntil && Date.parse(present.validFrom) <= now.getTime();
  return isGood ? present : makeCertificate(home, now);
}

/** Returns the stored certificate; null when there is none or its file is damaged. */
export async function readCertificate(home: string): Promise<Certificate | null> {
  const text = await readFile(certificateFile(home), 'utf8').catch(() => '');
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text) ?? [];
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? [];
  return key && cert ? describe(key, cert) : null;
}

/** Replaces the certificate with a new one for all current names and addresses of this machine. */
export async function makeCertificate(home: string, now: Date): Promise<Certificate> {
  // Loaded on demand: most installations never open to the network.
  const { generate } = (await import('selfsigned')).default;
  const made = await generate([{ name: 'commonName', value: `Frontdesk on ${shortHostName()}`.slice(0, 64) }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - backdatedMs),
    notAfterDate: new Date(now.getTime() + (lastsDays - 1) * dayMs),
    extensions: [
      // Not a CA: trusting it means trusting this machine only.
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: listNames() },
    ],
  });
  const file = certificateFile(home);
  await rm(`${file}.part`, { force: true });
  await writeFile(`${file}.part`, `${made.private}\n${made.cert}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(`${file}.part`, file);
  return describe(made.private.trim(), made.cert.trim());
}

function listNames(): SubjectAltNameEntry[] {
  const names = new Set(['localhost', shortHostName(), hostname().toLowerCase(), localName()]);
  const addresses = ['127.0.0.1', '::1', ...listLanAddresses()];
  return [
    ...[...names].filter((name) => !isIP(name)).map((value) => ({ type: 2 as const, value })),
    ...addresses.map((ip) => ({ type: 7 as const, ip })),
  ];
}

function describe(key: string, cert: string): Certificate {
  const { fingerprint256, validFrom, validTo } = new X509Certificate(cert);
  const [from, to] = [validFrom, validTo].map((text) => new Date(text).toISOString()) as [string, string];
  return { key, cert, fingerprint: fingerprint256, validFrom: from, validTo: to };
}
