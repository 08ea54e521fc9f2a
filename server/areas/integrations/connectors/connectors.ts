import { airtable } from './airtable.ts';
import { caldav } from './calendar/caldav.ts';
import { icalFeed } from './calendar/ical-feed.ts';
import type { AnyAction, AnyConnector } from './connector.ts';
import { crm } from './crm.ts';
import { database } from './database.ts';
import { email } from './email.ts';
import { googleCalendar } from './google/google-calendar.ts';
import { googleSheets } from './google/google-sheets.ts';
import { http } from './http.ts';
import { notion } from './notion.ts';
import { spreadsheet } from './spreadsheet/spreadsheet.ts';

/** All connectors, in display order. */
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
