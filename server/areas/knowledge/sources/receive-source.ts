import type { UploadedFile } from '../../../http/body/uploads.ts';
import type { Files, StoredBlob } from '../../../platform/files/files.ts';
import { tooLarge } from '../../../platform/files/hash-files.ts';
import { invalid } from '../../../platform/problem.ts';
import { docxType, readableTypes } from './readable-types.ts';

const mib = 1024 * 1024;
const maxTextFileBytes = 5 * mib;
/** Largest size of 200,000 characters in UTF-8. */
const maxTextBytes = 800_000;
/** The type of old Word documents and of encrypted .docx files. */
const oldWord = 'application/x-cfb';

/** A blob that can become a source, with its name. */
export interface ReceivedSource {
  kind: 'TEXT' | 'FILE';
  name: string;
  fileName: string;
  blob: StoredBlob;
  contentType: string;
}

export const sourceUpload = {
  field: 'file',
  maxFiles: 1,
  maxBytes: 25 * mib,
  description:
    'PDF or DOCX (25 MiB), Markdown, HTML or plain text (5 MiB; UTF-8, UTF-16 or Windows-1252). The type is detected ' +
    "from the bytes, not the name. The source gets the file's name.",
} as const;

/** Accepts an upload as a source. Throws 400 for an unsupported type, 413 for a text that is too large. */
export function receiveUpload(uploads: UploadedFile[]): ReceivedSource {
  const [upload] = uploads;
  if (!upload) throw new Error('The request frame must reject an upload without a file');
  const { blob, fileName } = upload;
  const { contentType } = blob;
  if (contentType === oldWord) {
    const advice = 'must not be an old (.doc) or encrypted Word document: save it as .docx without a password';
    throw invalid('body.file', advice, 'unsupported_type');
  }
  if (!readableTypes.includes(contentType)) {
    const message = `must be PDF, DOCX, Markdown, HTML or plain text; its bytes are ${contentType}`;
    throw invalid('body.file', message, 'unsupported_type');
  }
  const isText = contentType !== 'application/pdf' && contentType !== docxType;
  if (isText && blob.sizeBytes > maxTextFileBytes) throw tooLarge(maxTextFileBytes);
  return { kind: 'FILE', name: fileName, fileName, blob, contentType };
}

/** Stores a pasted text as a blob. Its type is Markdown if it contains Markdown syntax. */
export async function receiveText(
  files: Files,
  { name, content }: { name: string; content: string },
): Promise<ReceivedSource> {
  const blob = await files.receive([Buffer.from(content)], { maxBytes: maxTextBytes, field: 'body.content' });
  const isMarkdown = blob.contentType === 'text/markdown';
  const contentType = isMarkdown ? 'text/markdown' : 'text/plain';
  return { kind: 'TEXT', name, fileName: `${name}.${isMarkdown ? 'md' : 'txt'}`, blob, contentType };
}
