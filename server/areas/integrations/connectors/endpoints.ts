/** Base URLs of systems with one address for all accounts. */
export const endpoints = {
  googleAuthorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  googleToken: 'https://oauth2.googleapis.com/token',
  googleRevocation: 'https://oauth2.googleapis.com/revoke',
  googleDrive: 'https://www.googleapis.com/drive/v3',
  googleSheets: 'https://sheets.googleapis.com/v4',
  googleCalendar: 'https://www.googleapis.com/calendar/v3',
  notion: 'https://api.notion.com/v1',
  airtable: 'https://api.airtable.com/v0',
};

/** True for a URL of one of these systems. */
export const isEndpoint = (url: URL): boolean =>
  Object.values(endpoints).some((endpoint) => new URL(endpoint).origin === url.origin);
