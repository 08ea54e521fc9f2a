import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { csvType, type FileReply, type FileResponse, type Operation } from './operation.ts';
import { isUnchanged, type Reply } from './reply.ts';

/** Sends JSON, an empty body, or 304 to a caller that has the resource already. */
export function sendReply(request: Request, response: Response, reply: Reply): void {
  for (const name in reply.headers) response.setHeader(name, reply.headers[name] as string);
  if (reply.replayed) response.setHeader('Idempotent-Replayed', 'true');
  response.setHeader('Cache-Control', 'private, no-cache');
  if (request.method === 'GET' && isUnchanged(request.headers['if-none-match'], reply.headers.ETag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = reply.status;
  if (reply.body === null) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(reply.body));
  response.end(reply.body);
}

/** Streams a file, or the CSV of an operation whose response is JSON. */
export async function sendFile(request: Request, response: Response, spec: Operation, reply: FileReply): Promise<void> {
  const isCsv = spec.response instanceof z.ZodType;
  const contentType = isCsv
    ? `${csvType}; charset=utf-8`
    : (reply.contentType ?? (spec.response as FileResponse).contentType);
  response.statusCode = spec.success;
  response.setHeader('Content-Type', contentType);
  if (reply.fileName !== null) {
    response.setHeader('Content-Disposition', `attachment; filename="${reply.fileName}"`);
  }
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  const chunks = reply.chunks instanceof Readable ? reply.chunks : Readable.from(reply.chunks);
  try {
    if (request.method === 'HEAD') {
      chunks.on('error', () => {}).destroy();
      response.end();
    } else {
      await pipeline(chunks, response);
    }
  } catch (error) {
    // The caller disconnected, as browsers do with every stream; no error of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    reply.ended?.();
  }
}
