import type { Channel } from './queries.ts';
/** What a channel is for its owner: a word of `kind`. */
export const kindOf = ({ provider, driver }: Channel): 'simulator' | 'qr' | 'cloud' =>
  driver === 'simulator' ? 'simulator' : provider === 'CLOUD_API' ? 'cloud' : 'qr';

export const pairsByQr = ({ provider }: Channel): boolean => provider === '<QR_PROVIDER>';
