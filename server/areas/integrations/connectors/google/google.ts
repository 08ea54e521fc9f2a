import { z } from 'zod';
import { type Connection, ConnectorError, type OAuthProvider } from '../connector.ts';
import { endpoints } from '../endpoints.ts';
import { type Answered, type RequestSpec, sendRequest } from '../send-request.ts';

/** Credentials of an OAuth client of type "desktop app" in the owner's own Google Cloud project. */
export const GoogleCredentials = z.strictObject({
  clientId: z.string().trim().min(1).max(300),
  clientSecret: z.string().trim().min(1).max(300),
});
export type GoogleCredentials = z.output<typeof GoogleCredentials>;

export const googleOAuth = (scopes: string[]): OAuthProvider => ({
  // Getters, because tests replace the endpoints by those of a double.
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

/** Sends a request to a Google API. Some of them signal a rate limit by 403. */
export async function askGoogle(connection: Connection<GoogleCredentials>, spec: RequestSpec): Promise<Answered> {
  const authorization = `Bearer ${await connection.accessToken()}`;
  try {
    return await sendRequest(connection, { ...spec, headers: { authorization } });
  } catch (error) {
    const { request, response = '' } = error instanceof ConnectorError ? error.details : {};
    if (!response.startsWith('403 ') || !rateLimit.test(response)) throw error;
    throw new ConnectorError('busy', 'Google asks to retry later (403)', { request, response });
  }
}
