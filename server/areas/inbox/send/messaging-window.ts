import { dayMs } from '../../../platform/durations.ts';
import type { ChannelProvider } from '../../channels/index.ts';

/** The platform takes free text for 24 hours after the customer's last message; the QR provider knows no window. */
const windowMs = dayMs;

/** When free text ends; null where there is no window or the customer has never written. */
export function windowEnd(provider: ChannelProvider, lastInboundAt: string | null): string | null {
  if (provider !== 'CLOUD_API' || lastInboundAt === null) return null;
  return new Date(Date.parse(lastInboundAt) + windowMs).toISOString();
}

export function canReply(provider: ChannelProvider, lastInboundAt: string | null, now: string): boolean {
  if (provider !== 'CLOUD_API') return true;
  const end = windowEnd(provider, lastInboundAt);
  return end !== null && end > now;
}
