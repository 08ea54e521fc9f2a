import { z } from 'zod';
import { isHost } from '../../../platform/net/network-addresses.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toConnectorError } from './guarded-fetch.ts';

/** A host of a protocol other than HTTP. */
export const HostName = z
  .string()
  .trim()
  .max(253)
  .refine(isHost, 'must be a host name or an address, without port')
  .describe('An address that is not public must have been allowed by the owner.');

/** An address of a host that may be reached from here, to be connected to in place of its name. Throws `ConnectorError`. */
export async function findAddress(platform: Platform, host: string, port: number): Promise<string> {
  try {
    const [address = host] = await platform.outbound.findAllowed(host, port);
    return address;
  } catch (error) {
    throw toConnectorError(error, `${host}:${port}`);
  }
}
