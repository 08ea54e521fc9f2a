import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { type ChannelConnection, type VendorCatalogs, VendorError, type VendorTemplates } from './driver.ts';
import { refusalOf } from './refusals.ts';
import type { ChannelRow } from './store.ts';

/** The errors of operations that call a vendor, besides their own. */
export const vendorErrors = [
  'channel_unsupported',
  'channel_deactivated',
  'channel_not_connected',
  'provider_unreachable',
  'provider_failed',
  'provider_refused',
] as const;

type Place = Pick<ChannelRow, 'id' | 'provider' | 'status' | 'deactivated_at'>;

/** The vendor's template calls. Throws 400 if templates are local, 409 if deactivated, 503 if not connected. */
export const templatesOf = (platform: Platform, channel: Place): VendorTemplates =>
  groupOf(platform, channel, 'templates', 'The templates of this channel are local: its provider has none');

/** The vendor's catalog calls. Throws 400 if it has no catalogs, 409 if deactivated, 503 if not connected. */
export const catalogsOf = (platform: Platform, channel: Place): VendorCatalogs =>
  groupOf(platform, channel, 'catalogs', 'The provider of this channel has no catalogs');

function groupOf<Group extends 'templates' | 'catalogs'>(
  platform: Platform,
  channel: Place,
  group: Group,
  absent: string,
): NonNullable<ChannelConnection[Group]> {
  if (channel.provider !== 'CLOUD_API') throw new Problem('channel_unsupported', absent);
  const found = platform.services.channelHub.connected(channel)[group];
  if (!found) throw new Problem('channel_unsupported', absent);
  return found;
}

/**
 * Calls the vendor and converts its failures to problems: 400 for a rejection, 503 for a temporary failure (rate limit,
 * connection, credentials), 502 for anything else.
 */
export async function callVendor<Result>(platform: Platform, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof VendorError) throw toProblem(error);
    platform.log.warn({ err: error }, 'a call to a vendor failed');
    throw new Problem('provider_failed');
  }
}

/**
 * Whether a failed job that calls a vendor is retried: always when the server stops, otherwise if the failure may be
 * temporary and attempts are left.
 */
export function isWorthRetrying(
  error: unknown,
  { signal, attempt }: { signal: AbortSignal; attempt: number },
  mostAttempts: number,
): boolean {
  const stops = signal.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError';
  const mayPass = !(error instanceof Problem) || error.status === 503;
  return stops || (mayPass && attempt < mostAttempts);
}

function toProblem({ reason, detail }: VendorError): Problem {
  if (reason === 'provider_failed') return new Problem('provider_failed', detail);
  if (refusalOf(reason).holds === 'moment') {
    return new Problem('provider_unreachable', detail, { headers: { 'Retry-After': '30' } });
  }
  return new Problem('provider_refused', detail);
}
