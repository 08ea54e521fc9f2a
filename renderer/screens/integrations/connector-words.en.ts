const google =
  'Google asks for a key of your own, once: in the Google Cloud console make a project, switch on the API of this service, and under “APIs & Services, Credentials” make an OAuth client ID of the type “Desktop app”. Copy its two values here. Then Google asks for your consent.';
const appointment = {
  calendar: 'Calendar',
  title: 'Title',
  notes: 'Notes',
};
const caHelp =
  'Only for a server of your own whose certificate no public authority has signed: paste the PEM of its authority, or its own.';
const eventColumnHelp = 'Keeps the number of the event, so that nothing is written twice.';
const column = { eventColumn: 'Column for the event', fields: 'Columns' };

/** What connectors, their actions and their fields are called. */
export const connectorsEn = {
  google_calendar: {
    name: 'Google Calendar',
    does: 'Puts appointments into a calendar of your Google account, moves them and takes them out again.',
    steps: google,
    actions: { sync_appointment: 'Keep the appointment in the calendar' },
    fields: { clientId: 'Client ID', clientSecret: 'Client secret', ...appointment },
    help: { clientId: 'Ends with .apps.googleusercontent.com.' },
  },
  google_sheets: {
    name: 'Google Sheets',
    does: 'Adds a line to a spreadsheet of your Google account.',
    steps: `${google} Google Sheets also needs the API “Google Drive”, to show your spreadsheets.`,
    actions: { append_row: 'Add a line' },
    fields: {
      ...{ clientId: 'Client ID', clientSecret: 'Client secret' },
      ...{ spreadsheet: 'Spreadsheet', sheet: 'Sheet', ...column },
    },
    help: {
      clientId: 'Ends with .apps.googleusercontent.com.',
      fields: 'By the names in the first line; those that are not there are made.',
      eventColumn: eventColumnHelp,
    },
  },
  spreadsheet: {
    name: 'Spreadsheet on this computer',
    does: 'Adds lines to an Excel (.xlsx) or .csv file in a folder of this computer, or changes them.',
    actions: { append_row: 'Add a line', upsert_row: 'Add a line, or change the one that is there' },
    fields: {
      ...{ folder: 'Folder', workbook: 'File', sheet: 'Sheet', ...column },
      keyColumn: 'Column that tells the line',
    },
    help: {
      folder: 'Leave it empty for Frontdesk’s own folder. You allow others below, under “Folders for spreadsheets”.',
      workbook: 'Ends with .xlsx or .csv. It is made if it is not there.',
      sheet: 'Leave it empty for the first one.',
      fields: 'By the names in the first line; those that are not there are made.',
      eventColumn: eventColumnHelp,
      keyColumn: 'One of the columns above, such as the phone: a line with the same value is changed.',
    },
  },
  email: {
    name: 'E-mail',
    does: 'Sends an e-mail from your own address, to you or to the customer.',
    actions: { send_email: 'Send an e-mail' },
    fields: {
      ...{ host: 'Outgoing mail server (SMTP)', port: 'Port', security: 'Encryption' },
      ...{ user: 'User', password: 'Password', from: 'Sender’s address', ca: 'Certificate to trust' },
      ...{ to: 'To', subject: 'Subject', text: 'Text', replyTo: 'Replies go to' },
    },
    help: {
      host: 'Your e-mail provider tells it, such as smtp.gmail.com.',
      port: 'Usually 465 with TLS, 587 with STARTTLS.',
      user: 'Mostly your e-mail address.',
      password: 'Many providers want an app password here, not the usual one.',
      ca: caHelp,
      to: 'One address or several, with commas between them.',
    },
    options: {
      security_tls: 'TLS',
      security_starttls: 'STARTTLS',
      security_none: 'None (only inside your own network)',
    },
  },
  caldav: {
    name: 'Other calendar (CalDAV)',
    does: 'Keeps appointments in iCloud, Nextcloud, Fastmail and other calendars that speak CalDAV.',
    actions: { sync_appointment: 'Keep the appointment in the calendar' },
    fields: { serverUrl: 'Address of the server', user: 'User', password: 'Password', ...appointment },
    help: {
      serverUrl: 'Such as https://caldav.icloud.com.',
      password: 'Where you sign in with two steps, an app password made for this.',
    },
  },
  ical_feed: {
    name: 'Calendar to subscribe to',
    does: 'A private address under which any calendar program shows the appointments, to read only.',
    fields: { aiAgentId: 'Whose appointments' },
    help: { aiAgentId: 'One of your AI agents.' },
  },
  crm: {
    name: 'CRM of this shop',
    does: 'Makes cards, moves them and tags contacts by itself. It needs no account.',
    actions: { create_card: 'Create a card', move_card: 'Move the contact’s card', tag_contact: 'Tag the contact' },
    fields: {
      ...{ stageId: 'Stage', title: 'Title of the card', value: 'Value', tag: 'Tag' },
      ...{ contactPhone: 'The contact’s phone', contactName: 'The contact’s name' },
    },
    help: { contactPhone: 'Nearly every event tells it by itself.' },
  },
  notion: {
    name: 'Notion',
    does: 'Adds a page to a database in Notion.',
    steps:
      'In Notion, under “Settings, Connections”, make an internal integration and copy its secret here. Then open the database there and give the integration access under “Connections”.',
    actions: { create_page: 'Add a page to a database' },
    fields: { token: 'Secret', database: 'Database', fields: 'Properties', eventProperty: 'Property for the event' },
    help: {
      fields: 'Properties of the database, by their names there.',
      eventProperty:
        'A text property of this name must be there: it keeps the number of the event, so that nothing is written twice.',
    },
  },
  airtable: {
    name: 'Airtable',
    does: 'Adds records to a table in Airtable, or changes them.',
    steps:
      'In Airtable, under “Developer hub, Personal access tokens”, make a token with data.records:write and schema.bases:read for your base, and copy it here.',
    actions: { create_record: 'Add a record', upsert_record: 'Add a record, or change the one that is there' },
    fields: {
      ...{ token: 'Token', base: 'Base', table: 'Table', fields: 'Fields' },
      ...{ eventField: 'Field for the event', keyFields: 'Fields that tell the record' },
    },
    help: {
      fields: 'Fields of the table, by their names there.',
      eventField: 'A text field of this name must be there, so that nothing is written twice.',
      keyFields: 'One to three of the fields above, such as the phone. Press Enter after each.',
    },
  },
  database: {
    name: 'Database (PostgreSQL)',
    does: 'Writes rows into a table of a database of your own.',
    actions: { insert_row: 'Insert a row', upsert_row: 'Insert a row, or change the one that is there' },
    fields: {
      ...{ host: 'Server', port: 'Port', database: 'Database', user: 'User', password: 'Password' },
      ...{ tls: 'Encrypted (TLS)', ca: 'Certificate to trust', table: 'Table', fields: 'Columns' },
      ...{ eventColumn: 'Column for the event', keyColumns: 'Columns that tell the row' },
    },
    help: {
      tls: 'Switch it off only inside your own network.',
      ca: caHelp,
      fields: 'Columns of the table, by their names there.',
      eventColumn: 'A text column with a unique index, so that nothing is written twice.',
      keyColumns: 'Columns with a unique index, among those above. Press Enter after each.',
    },
  },
  http: {
    name: 'Another program (REST)',
    does: 'Calls the address of a program, signed. For those who write programs.',
    actions: { send_event: 'Call the address' },
    fields: {
      ...{ baseUrl: 'Address', signingSecret: 'Signing secret', headers: 'Headers' },
      ...{ method: 'Method', path: 'Path', fields: 'What is sent' },
    },
    help: {
      baseUrl: 'http or https.',
      signingSecret: 'At least 16 characters. With it the program checks that a call is from here (Standard Webhooks).',
      headers: 'Sent with each call, such as Authorization.',
      path: 'Comes behind the address.',
      fields: 'Names and values of the JSON. With no line the whole event is sent.',
    },
  },
};
