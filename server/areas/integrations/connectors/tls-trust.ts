import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { ConnectorError } from './connector.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const mostCertificates = 10;

function isAuthorities(text: string): boolean {
  const blocks = text.match(block) ?? [];
  if (blocks.length === 0 || blocks.length > mostCertificates || text.replaceAll(block, '').trim() !== '') return false;
  try {
    for (const pem of blocks) new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/** Certificates to trust instead of the public authorities. */
export const Authorities = z
  .string()
  .trim()
  .max(20_000)
  .refine(isAuthorities, 'must be at most 10 certificates in PEM: -----BEGIN CERTIFICATE----- and so on')
  .optional()
  .meta({ format: 'pem' })
  .describe('PEM, for a server whose certificate no public authority signed: that of its authority, or its own.');

/** TLS options that verify the server by name even when connected to by address. */
export const trustOf = (host: string, authorities: string | undefined) => ({
  ...(isIP(host) === 0 ? { servername: host } : { host }),
  ...(authorities === undefined ? {} : { ca: authorities }),
});

const certificateFaults =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
/** OpenSSL's errors for a response that is not TLS. */
const noTls = /wrong version number|packet length too long|unknown protocol|http request/i;

/** Converts a failed TLS handshake, before which nothing was sent; null for any other error. */
export function tlsFault(error: unknown, request: string): ConnectorError | null {
  const {
    code = '',
    originalCode = code,
    message,
  } = error as { code?: string; originalCode?: string; message: string };
  if (certificateFaults.test(originalCode)) {
    const text = `The certificate of the server is not trusted (${originalCode}): add that of its authority, or its own`;
    return new ConnectorError('certificate', text, { request, response: message });
  }
  if (noTls.test(message)) {
    const text = 'The server does not speak TLS on this port: choose a matching port and encryption';
    return new ConnectorError('wrong_encryption', text, { request, response: message });
  }
  return null;
}

/** Converts a failed connection, before which nothing was sent. */
export function connectFault(error: unknown, where: string): ConnectorError {
  const { code = '', message, name } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED')
    return new ConnectorError('unreachable', `Nothing answers at ${where}: is the port right?`);
  if (code === 'ETIMEDOUT' || name === 'AbortError' || name === 'TimeoutError') {
    return new ConnectorError('timeout', `${where} did not respond in time`);
  }
  return new ConnectorError('unreachable', `${where} cannot be reached: ${code || message}`);
}
