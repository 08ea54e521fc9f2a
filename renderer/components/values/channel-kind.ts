export type ChannelKind = 'simulator' | 'qr' | 'cloud';

/** Kind of a channel as shown to the owner. */
export const kindOf = ({ provider, driver }: { provider: string; driver: string }): ChannelKind =>
  driver === 'simulator' ? 'simulator' : provider === 'CLOUD_API' ? 'cloud' : 'qr';
