import { once } from 'node:events';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { cleanFileName, type Files, type ReceivedBlob } from '../../platform/files/files.ts';
import { tooLarge } from '../../platform/files/hash-files.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { holdUpload, releaseUpload } from '../connections/connections.ts';
import { inviteBody } from '../connections/drain.ts';

/** An uploaded file on the disk: a blob, or a file in the request's scratch folder. */
export interface UploadedFile {
  blob: ReceivedBlob;
  fileName: string;
}

export interface UploadLimits {
  field: 'file' | 'files';
  maxFiles: number;
  /** Limit per file. */
  maxBytes: number;
  /** Folder for files deleted after the request; if absent, files become blobs. */
  scratch?: string | undefined;
  /** Counts towards no budget: only the owner may send it, and a backup may be larger than any. */
  isOwners?: boolean;
}

/** Allowance for boundaries, part headers and small accompanying fields. */
const overheadBytes = 256 * 1024;
const maxFields = 20;
const maxFieldBytes = 8 * 1024;

/**
 * Streams the files of a `multipart/form-data` request to the disk; other fields are ignored. Throws 415 for another
 * content type, 413 as soon as the size is known to be exceeded, 429 when the caller's unfinished uploads take too much
 * of the disk, and 400 naming the field for a missing, misplaced or empty file or too many files.
 */
export async function readUpload(request: Request, files: Files, limits: UploadLimits): Promise<UploadedFile[]> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem('unsupported_media_type', 'Send the file as multipart/form-data');
  }
  const maxBodyBytes = limits.maxFiles * limits.maxBytes + overheadBytes;
  if (Number(request.headers['content-length']) > maxBodyBytes) throw tooLarge(limits.maxBytes);
  inviteBody(request);
  const uploads = await new UploadReader(files, limits).read(request, maxBodyBytes);
  if (uploads.length === 0) throw invalid(`body.${limits.field}`, 'A file is required', 'required');
  return uploads;
}

const brokenForm = (): Problem => invalid('body', 'The multipart body is broken or cut off');

class UploadReader {
  readonly #files: Files;
  readonly #limits: UploadLimits;
  readonly #field: string;
  readonly #failed = new AbortController();
  readonly #streams: BusboyFileStream[] = [];
  readonly #uploads: Promise<UploadedFile>[] = [];

  constructor(files: Files, limits: UploadLimits) {
    this.#files = files;
    this.#limits = limits;
    this.#field = `body.${limits.field}`;
  }

  async read(request: Request, maxBodyBytes: number): Promise<UploadedFile[]> {
    const { signal } = this.#failed;
    try {
      const parser = this.#createParser(request.headers as BusboyHeaders);
      let bytes = 0;
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) throw tooLarge(this.#limits.maxBytes);
        signal.throwIfAborted();
        if (!this.#limits.isOwners) holdUpload(request, chunk.length);
        if (!parser.write(chunk)) await once(parser, 'drain', { signal });
      }
      signal.throwIfAborted();
      const finished = once(parser, 'finish', { signal });
      parser.end();
      await finished;
      return await Promise.all(this.#uploads);
    } catch (error) {
      // The request's own error is the broken connection, not a fault of ours.
      this.#fail(request.errored ? brokenForm() : error);
      for (const stream of this.#streams) stream.destroy(signal.reason);
      await Promise.allSettled(this.#uploads);
      releaseUpload(request);
      throw signal.reason;
    }
  }

  /** Only the first failure is reported. */
  #fail(error: unknown): void {
    this.#failed.abort(error);
  }

  #createParser(headers: BusboyHeaders): BusboyInstance {
    let parser: BusboyInstance;
    try {
      const { maxFiles, maxBytes } = this.#limits;
      parser = new Busboy({
        headers,
        limits: { files: maxFiles, fileSize: maxBytes + 1, fields: maxFields, fieldSize: maxFieldBytes },
      });
    } catch {
      throw brokenForm();
    }
    parser.on('file', (field, stream, fileName, _encoding, contentType) => {
      this.#streams.push(stream);
      // An abandoned stream without a listener would crash the process with its error.
      stream.on('error', () => {});
      const upload = this.#receive(field, stream, fileName, contentType);
      upload.catch((error) => this.#fail(error));
      this.#uploads.push(upload);
    });
    parser.on('filesLimit', () => this.#fail(invalid(this.#field, `At most ${this.#limits.maxFiles} can be sent`)));
    parser.on('fieldsLimit', () => this.#fail(invalid('body', `At most ${maxFields} other fields can be sent`)));
    parser.on('error', () => this.#fail(brokenForm()));
    return parser;
  }

  async #receive(
    field: string,
    stream: BusboyFileStream,
    fileName: string | undefined,
    contentType: string,
  ): Promise<UploadedFile> {
    if ((field + fileName).includes('\uFFFD')) {
      stream.resume();
      throw invalid(this.#field, 'The name of the file or of its field is not UTF-8', 'invalid_encoding');
    }
    if (field !== this.#limits.field) {
      stream.resume();
      throw invalid(this.#field, `Send the file in the field "${this.#limits.field}"`, 'wrong_field');
    }
    const { maxBytes, scratch } = this.#limits;
    const blob = await this.#files.receive(stream, { maxBytes, field: this.#field, scratch });
    if (/^image\//i.test(contentType) && !blob.contentType.startsWith('image/')) {
      throw invalid(this.#field, 'The file is not a readable image', 'unreadable_image');
    }
    return { blob, fileName: cleanFileName(fileName ?? '') };
  }
}
