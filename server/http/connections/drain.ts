import type { Request, RequestHandler, Response } from 'express';
import { isRecognised } from './connections.ts';
import { hasBody } from './has-body.ts';

/** How much of a rejected body is read and discarded; less for strangers, since anybody can cause this work. */
const drainMs = 10_000;
const mostOfStrangers = 32 * 1024 * 1024;

/**
 * Sends the response at once, then discards the rest of the body before ending the response. Closing a connection with
 * unread data makes the system reset it, and the reset overtakes the response: the caller would never see it.
 */
export const drainAfterResponse: RequestHandler = (request, response, next) => {
  if (hasBody(request)) {
    const end = response.end.bind(response) as (chunk?: unknown, ...rest: unknown[]) => Response;
    response.end = ((chunk?: unknown, ...rest: unknown[]) => {
      response.end = end;
      if (request.complete || request.destroyed) return end(chunk, ...rest);
      respond(request, response, typeof chunk === 'function' ? undefined : (chunk as string | Buffer | undefined));
      drain(request).then((isWhole) => {
        if (!isWhole) response.once('finish', () => request.socket.destroy());
        end(...[chunk, ...rest].filter((part) => typeof part === 'function'));
      });
      return response;
    }) as Response['end'];
  }
  next();
};

/** Sends the whole response while Node still considers it unfinished. */
function respond(request: Request, response: Response, chunk: string | Buffer | undefined): void {
  if (!response.headersSent) {
    const hasNone = response.statusCode === 204 || response.statusCode === 304 || request.method === 'HEAD';
    if (!hasNone) response.setHeader('Content-Length', chunk === undefined ? 0 : Buffer.byteLength(chunk));
    // A caller waiting for `100 Continue` may or may not send the body, so the next request could not be told from it.
    if (isWaiting(request)) response.setHeader('Connection', 'close');
  }
  response.flushHeaders();
  if (chunk !== undefined && chunk.length > 0) response.write(chunk);
}

/** Discards the rest of the body; resolves to true when it ended within the limits. */
function drain(request: Request): Promise<boolean> {
  return new Promise((resolve) => {
    let left = isRecognised(request) ? Number.POSITIVE_INFINITY : mostOfStrangers;
    const timer = setTimeout(() => resolve(false), drainMs);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(false);
    });
    // A caller that disconnected needs no response; without a listener its error would crash the process.
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

/** Call before reading a body: sends `100 Continue` to a caller that expects it. */
export function inviteBody(request: Request): void {
  if (!isWaiting(request)) return;
  invited.add(request);
  request.res?.writeContinue();
}
