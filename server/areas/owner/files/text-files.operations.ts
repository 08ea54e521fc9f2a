import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { invalid } from '../../../platform/problem.ts';
import { decodeText } from '../../../platform/text/text-encoding.ts';

const notText = 'must be a text, such as a CSV file: save a workbook as CSV first';

export const textFileOperations = {
  readTextFile: operation({
    method: 'post',
    path: '/owner/text-files',
    scope: 'owner',
    summary: 'Read the text of a file in any encoding',
    description:
      'Detects UTF-8, UTF-16 and Windows-1252, which spreadsheet programs write. For operations that take the content of ' +
      'a CSV file: a browser that decodes the file itself loses the letters of all but UTF-8.',
    tx: 'none',
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: 5 * 1024 * 1024,
      description: 'A text, such as a CSV file.',
      isTemporary: true,
    },
    success: 200,
    response: z.object({ text: z.string() }),
    async run({ uploads: [upload] }) {
      const text = upload ? decodeText(await readFile(upload.blob.path)) : null;
      if (text === null) throw invalid('body.file', notText, 'not_text');
      return { text };
    },
  }),
} satisfies Operations;
