/** A field of an action's config that is answered from the connector's targets. */
export interface TargetField {
  field: string;
  /** The field whose answer it lies in. */
  in?: string;
  /** What is not there yet is made. */
  isFree?: true;
  /** Lies in any of the targets at the top, which no field asks for. */
  isNested?: true;
}

/** The API tells what can be chosen, not which field asks for it: so it stands here, by connector. */
const targetFields: Record<string, TargetField[]> = {
  spreadsheet: [
    { field: 'workbook', isFree: true },
    { field: 'sheet', in: 'workbook', isFree: true },
  ],
  google_sheets: [{ field: 'spreadsheet' }, { field: 'sheet', in: 'spreadsheet' }],
  google_calendar: [{ field: 'calendar' }],
  caldav: [{ field: 'calendar' }],
  database: [{ field: 'table' }],
  notion: [{ field: 'database' }],
  airtable: [{ field: 'base' }, { field: 'table', in: 'base' }],
  crm: [{ field: 'stageId', isNested: true }],
};

export const findTargetField = (connector: string, field: string): TargetField | undefined =>
  targetFields[connector]?.find((one) => one.field === field);

/** The fields whose answer lies in that of `field`. */
export const fieldsIn = (connector: string, field: string): string[] =>
  (targetFields[connector] ?? []).filter((one) => one.in === field).map((one) => one.field);

/** The field in whose target the names of columns or properties are listed. */
const columnsIn: Record<string, string> = { database: 'table', notion: 'database' };
export const columnsFieldOf = (connector: string): string | undefined => columnsIn[connector];

/** Connectors that make a column that is not there. */
export const makesColumns = (connector: string): boolean => ['spreadsheet', 'google_sheets'].includes(connector);

/** The field in which a target is told on a line. */
export const shownTargetFields = (connector: string): string[] =>
  (targetFields[connector] ?? []).map(({ field }) => field);

const templateFields = [
  'title',
  'notes',
  'contactPhone',
  'contactName',
  'value',
  'path',
  'to',
  'subject',
  'text',
  'replyTo',
];
/** Texts in which `{{names}}` stand for values of the event. */
export const isTemplate = (field: string): boolean => templateFields.includes(field);

const rareFields = ['contactPhone', 'contactName', 'replyTo', 'eventColumn', 'eventProperty', 'eventField'];
/** What is right as it is for nearly everybody, once it has a default. */
export const isRare = ({ name, default: otherwise }: { name: string; default?: unknown }): boolean =>
  rareFields.includes(name) && otherwise !== undefined;
