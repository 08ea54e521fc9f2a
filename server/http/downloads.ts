import { randomBytes } from 'node:crypto';
import { minuteMs } from '../platform/durations.ts';
import type { Platform } from '../platform/platform.ts';

const lastsMs = minuteMs;

/**
 * An address at which a session's browser can download what lies at `path`, once and within a minute. A browser adds no
 * header of the page's to a download, so the address itself shows that the page asked for it.
 */
export function offerDownload(platform: Platform, path: string, sessionId: string): string {
  const { downloads } = platform.services;
  const now = platform.clock.now().getTime();
  for (const [address, { until }] of downloads) if (until <= now) downloads.delete(address);
  const address = `${path}?ticket=${randomBytes(32).toString('base64url')}`;
  downloads.set(address, { sessionId, until: now + lastsMs });
  return address;
}

/** Uses an address up; false when it was not offered to this session, is used or over. */
export function takeDownload(platform: Platform, address: string, sessionId: string): boolean {
  const { downloads } = platform.services;
  const offered = downloads.get(address);
  if (offered?.sessionId !== sessionId) return false;
  downloads.delete(address);
  return offered.until > platform.clock.now().getTime();
}
