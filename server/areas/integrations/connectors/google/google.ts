import { z } from 'zod';
import { type Connection, ConnectorError, type OAuthProvider } from '../connector.ts';
import { endpoints } from '../endpoints.ts';
import { type Answered, type RequestSpec, sendRequest } from '../send-request.ts';

/** Of an OAuth client of the type "desktop app" in the owner's own Google Cloud project. */
export const GoogleCredentials = z.strictObject({
  clientId: z.string().trim().min(1).max(300),
  clientSecret: z.string().trim().min(1).max(300),
});
export type GoogleCredentials = z.output<typeof GoogleCredentials>;

export const googleOAuth = (scopes: string[]): OAuthProvider => ({
  // Read when they are asked for: in tests a double stands there by then.
  get authorizationUrl() {
    return endpoints.googleAuthorization;
  },
  get tokenUrl() {
    return endpoints.googleToken;
  },
  get revocationUrl() {
    return endpoints.googleRevocation;
  },
  scopes,
});

const rateLimit = /rateLimitExceeded|userRateLimitExceeded|RESOURCE_EXHAUSTED/;

/** A request to one of Google's APIs, some of which tell by a 403 that they want to be asked later. */
export async function askGoogle(connection: Connection<GoogleCredentials>, spec: RequestSpec): Promise<Answered> {
  const authorization = `Bearer ${await connection.accessToken()}`;
  try {
    return await sendRequest(connection, { ...spec, headers: { authorization } });
  } catch (error) {
    const { request, response = '' } = error instanceof ConnectorError ? error.details : {};
    if (!response.startsWith('403 ') || !rateLimit.test(response)) throw error;
    throw new ConnectorError('busy', 'Google wants to be asked later (403)', { request, response });
  }
}
