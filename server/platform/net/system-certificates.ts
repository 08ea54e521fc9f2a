import tls from 'node:tls';

/**
 * Trusts what the system trusts, in addition to Node's own authorities: virus scanners and companies install the
 * certificate there with which they read connections. Called before the first connection that leaves the machine, since
 * reading them takes 60 ms. Without effect on Node 24.0 to 24.4.
 */
export function trustSystemCertificates(): void {
  if (!tls.setDefaultCACertificates) return;
  const trusted = new Set(tls.getCACertificates('default'));
  const missing = tls.getCACertificates('system').filter((certificate) => !trusted.has(certificate));
  if (missing.length > 0) tls.setDefaultCACertificates([...trusted, ...missing]);
}
