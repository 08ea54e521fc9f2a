import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { InstallationRow } from './installations.store.ts';

const sealPurpose = 'integration-credentials';

const OAuthState = z.object({
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
  /** Of the access token. */
  expiresAt: z.string().nullable(),
  /** The consent that was asked for and not given yet. */
  pending: z
    .object({ state: z.string(), verifier: z.string(), redirectUri: z.string(), expiresAt: z.string() })
    .nullable(),
});

/** What is sealed with an installation: what was given to connect it, and its tokens where it has some. */
const Kept = z.object({ given: z.record(z.string(), z.unknown()), oauth: OAuthState.nullable() });
export type Kept = z.infer<typeof Kept>;

export const sealKept = (platform: Platform, kept: Kept): string =>
  platform.secrets.seal(sealPurpose, JSON.stringify(kept));

/** Null when the installation is disconnected. */
export function readKept(platform: Platform, row: Pick<InstallationRow, 'credentials'>): Kept | null {
  if (row.credentials === null) return null;
  return Kept.parse(JSON.parse(platform.secrets.unseal(sealPurpose, row.credentials)));
}
