import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { InstallationRow } from './installations.store.ts';

const sealPurpose = 'integration-credentials';

const OAuthState = z.object({
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
  /** Expiry of the access token. */
  expiresAt: z.string().nullable(),
  /** The consent that was requested and not given yet. */
  pending: z
    .object({ state: z.string(), verifier: z.string(), redirectUri: z.string(), expiresAt: z.string() })
    .nullable(),
});

/** The secrets of an installation: `given` by the owner to connect it, and OAuth tokens if it has any. */
const InstallationSecrets = z.object({ given: z.record(z.string(), z.unknown()), oauth: OAuthState.nullable() });
export type InstallationSecrets = z.infer<typeof InstallationSecrets>;

export const sealSecrets = (platform: Platform, secrets: InstallationSecrets): string =>
  platform.secrets.seal(sealPurpose, JSON.stringify(secrets));

/** Unseals the secrets of an installation; null when it is disconnected. */
export function unsealSecrets(
  platform: Platform,
  row: Pick<InstallationRow, 'credentials'>,
): InstallationSecrets | null {
  if (row.credentials === null) return null;
  return InstallationSecrets.parse(JSON.parse(platform.secrets.unseal(sealPurpose, row.credentials)));
}
