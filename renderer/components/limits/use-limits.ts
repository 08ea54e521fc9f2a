import { useQuery } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

export type Limits = Result<'getMessageLimits'>;
type ChannelLimits = Limits['channels'][number];

/** The longest texts that vendors accept; undefined until they are read. They change with the program only. */
export const useLimits = (): Limits | undefined =>
  useQuery({ ...operationQuery('getMessageLimits'), staleTime: Number.POSITIVE_INFINITY }).data;

/** The limits of a kind of channel. */
export const limitsOf = (limits: Limits | undefined, provider: string | undefined): ChannelLimits | undefined =>
  limits?.channels.find((one) => one.provider === provider);
