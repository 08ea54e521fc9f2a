import { perPlatform } from '../../platform/platform.ts';
import type { CloudConnection } from './cloud-connection.ts';

/** The connections of live cloud channels, by channel. */
export const openConnections = perPlatform(() => new Map<string, CloudConnection>());
