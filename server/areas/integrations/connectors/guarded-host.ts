import { z } from 'zod';
import { isHost } from '../../../platform/net/network-addresses.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toConnectorError } from './guarded-fetch.ts';

/** Host of a non-HTTP protocol. */
export const HostName = z
  .string()
  .trim()
  .max(253)
  .refine(isHost, 'must be a host name or an address, without a port')
  .describe('The owner must have allowed an address that is not public.');

/** Resolves a host to an allowed address, to connect to instead of the name. Throws `ConnectorError`. */
export async function findAddress(platform: Platform, host: string, port: number): Promise<string> {
  try {
    const [address = host] = await platform.outbound.findAllowed(host, port);
    return address;
  } catch (error) {
    throw toConnectorError(error, `${host}:${port}`);
  }
}
