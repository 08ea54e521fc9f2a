import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { type ChannelConnection, type ProviderCatalogs, ProviderError, type ProviderTemplates } from './provider.ts';
import type { ChannelRow } from './store.ts';

/** What an operation that calls a provider may answer beyond its own refusals. */
export const providerErrors = [
  'channel_unsupported',
  'channel_deactivated',
  'channel_not_connected',
  'provider_unreachable',
  'provider_failed',
  'provider_refused',
] as const;

type Place = Pick<ChannelRow, 'id' | 'provider' | 'status' | 'deactivated_at'>;

/** The templates of the channel's provider; 400 where they are local, 409 deactivated, 503 not connected. */
export const templatesOf = (platform: Platform, channel: Place): ProviderTemplates =>
  groupOf(platform, channel, 'templates', 'This channel keeps its templates here: its provider holds none');

/** The catalogs of the channel's provider; 400 where it has none, 409 deactivated, 503 not connected. */
export const catalogsOf = (platform: Platform, channel: Place): ProviderCatalogs =>
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
 * Calls the provider and answers its failures as problems: 400 what it refuses, 503 what may work later (its rate limit,
 * the connection, credentials), 502 everything else.
 */
export async function callProvider<Result>(platform: Platform, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof ProviderError) throw toProblem(error);
    platform.log.warn({ err: error }, 'a call to a provider failed');
    throw new Problem('provider_failed');
  }
}

/**
 * Whether a job that calls a provider and failed is to be tried again: always when the server stops, else as long as it
 * may pass and there are tries left.
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

function toProblem({ reason, detail }: ProviderError): Problem {
  if (reason === 'provider_failed') return new Problem('provider_failed', detail);
  if (reason === 'temporary' || reason === 'rate_limited' || reason === 'credentials') {
    return new Problem('provider_unreachable', detail, { headers: { 'Retry-After': '30' } });
  }
  return new Problem('provider_refused', detail);
}
