import {
  IconCalendarEvent,
  IconHelp,
  IconLayoutGrid,
  IconMessage,
  IconReceipt,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';

const icons: Record<string, typeof IconUser> = {
  contact: IconUser,
  order: IconReceipt,
  appointment: IconCalendarEvent,
  lead: IconUserPlus,
  message: IconMessage,
  help: IconHelp,
};

/** Icon of a kind of hit; for anything else that of a screen. */
export const iconOf = (kind: string): typeof IconUser => icons[kind] ?? IconLayoutGrid;
