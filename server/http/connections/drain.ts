import type { Request, RequestHandler, Response } from 'express';
import { isRecognised } from './connections.ts';

/** What is read past of a refused body: less from strangers, for whom it is work that anybody can ask for. */
const drainMs = 10_000;
const mostOfStrangers = 32 * 1024 * 1024;

/** True when the request comes with a body. */
export const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Answers at once, and only then reads past what is left of the body before the answer ends. A connection that is
 * closed with unread data is reset by the system, and the reset overtakes the answer: the caller would never see it.
 */
export const drainAfterAnswer: RequestHandler = (request, response, next) => {
  if (hasBody(request)) {
    const end = response.end.bind(response) as (chunk?: unknown, ...rest: unknown[]) => Response;
    response.end = ((chunk?: unknown, ...rest: unknown[]) => {
      response.end = end;
      if (request.complete || request.destroyed) return end(chunk, ...rest);
      answer(request, response, typeof chunk === 'function' ? undefined : (chunk as string | Buffer | undefined));
      drain(request).then((isWhole) => {
        if (!isWhole) response.once('finish', () => request.socket.destroy());
        end(...[chunk, ...rest].filter((part) => typeof part === 'function'));
      });
      return response;
    }) as Response['end'];
  }
  next();
};

/** Sends the whole answer while Node still counts it as unfinished. */
function answer(request: Request, response: Response, chunk: string | Buffer | undefined): void {
  if (!response.headersSent) {
    const hasNone = response.statusCode === 204 || response.statusCode === 304 || request.method === 'HEAD';
    if (!hasNone) response.setHeader('Content-Length', chunk === undefined ? 0 : Buffer.byteLength(chunk));
    // Whoever waits to be asked for the body may send it or not: the next request could not be told from it.
    if (isWaiting(request)) response.setHeader('Connection', 'close');
  }
  response.flushHeaders();
  if (chunk !== undefined && chunk.length > 0) response.write(chunk);
}

/** Throws the rest of the body away; true when it came to its end within the bounds. */
function drain(request: Request): Promise<boolean> {
  return new Promise((resolve) => {
    let left = isRecognised(request) ? Number.POSITIVE_INFINITY : mostOfStrangers;
    const timer = setTimeout(() => resolve(false), drainMs);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(false);
    });
    // A caller who has left needs no answer; without a listener its going would end the process.
    request.on('error', () => resolve(false));
    request.once('close', () => {
      clearTimeout(timer);
      resolve(request.complete);
    });
    request.once('end', () => resolve(true));
    request.resume();
  });
}

const invited = new WeakSet<Request>();

const isWaiting = (request: Request): boolean =>
  /^100-continue$/i.test(request.headers.expect ?? '') && request.httpVersion === '1.1' && !invited.has(request);

/** To be called before a body is read: tells a caller who asked first (`Expect: 100-continue`) to send it. */
export function inviteBody(request: Request): void {
  if (!isWaiting(request)) return;
  invited.add(request);
  request.res?.writeContinue();
}
