import type { UploadedFile } from '../../../http/body/uploads.ts';
import { type Files, type StoredBlob, tooLarge } from '../../../platform/files/files.ts';
import { invalid } from '../../../platform/problem.ts';
import { docxType, readableTypes } from './readable-types.ts';

const mib = 1024 * 1024;
const maxTextFileBytes = 5 * mib;
/** What a text of 200,000 characters has at most in UTF-8. */
const maxTextBytes = 800_000;
/** Word's old format, and what Word makes of a document with a password. */
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
    'PDF or DOCX (25 MiB), Markdown, HTML or plain text (5 MiB; UTF-8, UTF-16 or Windows-1252). The bytes tell what it ' +
    "is, whatever its name. The file's name is that of the source.",
} as const;

/** Throws 400 for bytes of another type, 413 for too long a text. */
export function receiveUpload(uploads: UploadedFile[]): ReceivedSource {
  const [upload] = uploads;
  if (!upload) throw new Error('The frame lets no upload without a file through');
  const { blob, fileName } = upload;
  const { contentType } = blob;
  if (contentType === oldWord) {
    const advice = 'An old Word document (.doc) or one with a password: save it as .docx without a password';
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

/** Writes a text that was pasted to the disk. It is Markdown when it has its marks. */
export async function receiveText(
  files: Files,
  { name, content }: { name: string; content: string },
): Promise<ReceivedSource> {
  const blob = await files.receive([Buffer.from(content)], { maxBytes: maxTextBytes, field: 'body.content' });
  const isMarkdown = blob.contentType === 'text/markdown';
  const contentType = isMarkdown ? 'text/markdown' : 'text/plain';
  return { kind: 'TEXT', name, fileName: `${name}.${isMarkdown ? 'md' : 'txt'}`, blob, contentType };
}
