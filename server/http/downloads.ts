import { randomBytes } from 'node:crypto';
import { minuteMs } from '../platform/durations.ts';
import type { Platform } from '../platform/platform.ts';

const lastsMs = minuteMs;

/**
 * Returns an address from which the session's browser can download `path` once, within a minute. Browsers add no custom
 * header to a download, so the address itself proves that the page requested it.
 */
export function offerDownload(platform: Platform, path: string, sessionId: string): string {
  const { downloads } = platform.services;
  const now = platform.clock.now().getTime();
  for (const [address, { until }] of downloads) if (until <= now) downloads.delete(address);
  const address = `${path}?ticket=${randomBytes(32).toString('base64url')}`;
  downloads.set(address, { sessionId, until: now + lastsMs });
  return address;
}

/** Consumes an address; false when it was not offered to this session, was used or has expired. */
export function takeDownload(platform: Platform, address: string, sessionId: string): boolean {
  const { downloads } = platform.services;
  const offered = downloads.get(address);
  if (offered?.sessionId !== sessionId) return false;
  downloads.delete(address);
  return offered.until > platform.clock.now().getTime();
}
