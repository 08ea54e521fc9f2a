import type { Channel } from './queries.ts';
/** Kind of a channel as shown to the owner; a key under `kind`. */
export const kindOf = ({ provider, driver }: Channel): 'simulator' | 'qr' | 'cloud' =>
  driver === 'simulator' ? 'simulator' : provider === 'CLOUD_API' ? 'cloud' : 'qr';

export const pairsByQr = ({ provider }: Channel): boolean => provider === '<QR_PROVIDER>';
