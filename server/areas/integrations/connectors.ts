import type { AnyAction, AnyConnector } from './connector.ts';
import { airtable } from './connectors/airtable.ts';
import { caldav } from './connectors/caldav.ts';
import { crm } from './connectors/crm.ts';
import { database } from './connectors/database.ts';
import { email } from './connectors/email.ts';
import { googleCalendar } from './connectors/google-calendar.ts';
import { googleSheets } from './connectors/google-sheets.ts';
import { http } from './connectors/http.ts';
import { icalFeed } from './connectors/ical-feed.ts';
import { notion } from './connectors/notion.ts';
import { spreadsheet } from './connectors/spreadsheet.ts';

/** All connectors, in the order in which they are shown. */
export const connectors: AnyConnector[] = [
  http,
  crm,
  spreadsheet,
  googleSheets,
  googleCalendar,
  caldav,
  icalFeed,
  email,
  database,
  notion,
  airtable,
];

export const findConnector = (key: string): AnyConnector | undefined =>
  connectors.find((connector) => connector.key === key);

export const findAction = (connector: AnyConnector, key: string): AnyAction | undefined =>
  connector.actions.find((action) => action.key === key);
