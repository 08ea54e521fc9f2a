import type { Channel } from './queries.ts';

export const pairsByQr = ({ provider }: Channel): boolean => provider === '<QR_PROVIDER>';
