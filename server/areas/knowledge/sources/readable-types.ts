export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The content types that can be read. A table saved as CSV is a text of rows. */
export const readableTypes: readonly string[] = [
  'application/pdf',
  docxType,
  'text/html',
  'text/markdown',
  'text/plain',
  'text/csv',
];
