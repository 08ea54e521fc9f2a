/** Field of an action's config that takes one of the connector's targets. */
export interface TargetField {
  field: string;
  /** Field whose target contains this one. */
  in?: string;
  /** Also accepts a new name; the server creates the target. */
  isFree?: true;
  /** Contained in any of the top-level targets, for which there is no field. */
  isNested?: true;
}

/** The API does not say which field takes which target, so this table does. */
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

/** Fields whose target is contained in that of `field`. */
export const fieldsIn = (connector: string, field: string): string[] =>
  (targetFields[connector] ?? []).filter((one) => one.in === field).map((one) => one.field);

/** Field whose target lists the column or property names. */
const columnsIn: Record<string, string> = { database: 'table', notion: 'database' };
export const columnsFieldOf = (connector: string): string | undefined => columnsIn[connector];

/** Whether a connector creates missing columns. */
export const makesColumns = (connector: string): boolean => ['spreadsheet', 'google_sheets'].includes(connector);

/** Fields whose target is shown in a list line. */
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
/** Whether a field is a text with `{{names}}` for event values. */
export const isTemplate = (field: string): boolean => templateFields.includes(field);

const rareFields = ['contactPhone', 'contactName', 'replyTo', 'eventColumn', 'eventProperty', 'eventField'];
/** Whether a field has a default that rarely changes. */
export const isRare = ({ name, default: otherwise }: { name: string; default?: unknown }): boolean =>
  rareFields.includes(name) && otherwise !== undefined;
