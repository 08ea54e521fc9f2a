export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The content types that can be read; CSV is read row by row. */
export const readableTypes: readonly string[] = [
  'application/pdf',
  docxType,
  'text/html',
  'text/markdown',
  'text/plain',
  'text/csv',
];
