import { z } from 'zod';
import { type Connection, ConnectorError, type OAuthProvider } from './connector.ts';
import { endpoints } from './connectors/endpoints.ts';
import { type Answered, type RequestSpec, sendRequest } from './send-request.ts';

/** Of an OAuth client of the type "desktop app" in the owner's own Google Cloud project. */
export const GoogleCredentials = z.strictObject({
  clientId: z.string().trim().min(1).max(300),
  clientSecret: z.string().trim().min(1).max(300),
});
export type GoogleCredentials = z.output<typeof GoogleCredentials>;

export const googleOAuth = (scopes: string[]): OAuthProvider => ({
  authorizationUrl: endpoints.googleAuthorization,
  tokenUrl: endpoints.googleToken,
  revocationUrl: endpoints.googleRevocation,
  scopes,
});

const rateLimit = /rateLimitExceeded|userRateLimitExceeded|RESOURCE_EXHAUSTED/;

/** A request to one of Google's APIs. Its 403 is about the thing asked for or the pace, never about the consent. */
export async function askGoogle(connection: Connection<GoogleCredentials>, spec: RequestSpec): Promise<Answered> {
  const authorization = `Bearer ${await connection.accessToken()}`;
  try {
    return await sendRequest(connection, { ...spec, headers: { authorization } });
  } catch (error) {
    const isForbidden = error instanceof ConnectorError && error.details.response?.startsWith('403 ');
    if (!isForbidden) throw error;
    const { request, response = '' } = error.details;
    if (rateLimit.test(response))
      throw new ConnectorError('busy', 'Google wants to be asked later', { request, response });
    throw new ConnectorError('refused', 'The Google account may not do this (403)', {
      request,
      response,
      isFinal: true,
    });
  }
}
