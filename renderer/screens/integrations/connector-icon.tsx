import { ThemeIcon } from '@mantine/core';
import {
  IconBrandAirtable,
  IconBrandGoogle,
  IconBrandNotion,
  IconCalendarEvent,
  IconCalendarShare,
  IconDatabase,
  IconFileSpreadsheet,
  IconLayoutKanban,
  IconMail,
  IconPuzzle,
  IconTableShare,
  IconWorldShare,
} from '@tabler/icons-react';
import type { Connector } from './queries.ts';

/** Icons in display order: the most common connectors first. */
const icons: Record<string, typeof IconPuzzle> = {
  google_calendar: IconBrandGoogle,
  google_sheets: IconTableShare,
  spreadsheet: IconFileSpreadsheet,
  email: IconMail,
  caldav: IconCalendarEvent,
  ical_feed: IconCalendarShare,
  crm: IconLayoutKanban,
  notion: IconBrandNotion,
  airtable: IconBrandAirtable,
  database: IconDatabase,
  http: IconWorldShare,
};
const order = Object.keys(icons);

/** Sorts connectors for display; unknown ones come last. */
export const inShownOrder = (connectors: Connector[]): Connector[] => {
  const placeOf = ({ key }: Connector) => (order.includes(key) ? order.indexOf(key) : order.length);
  return connectors.toSorted((a, b) => placeOf(a) - placeOf(b));
};

export function ConnectorIcon({ connector }: { connector: string }) {
  const Icon = icons[connector] ?? IconPuzzle;
  return (
    <ThemeIcon variant="light" size={38} radius="md" aria-hidden>
      <Icon size={21} stroke={1.7} />
    </ThemeIcon>
  );
}
