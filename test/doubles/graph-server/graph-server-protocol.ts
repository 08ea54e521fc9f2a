import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An error in the vendor's envelope. */
export class GraphFailure extends Error {
  readonly status: number;
  readonly fault: { code: number; error_subcode?: number; message?: string };

  constructor(status: number, fault: { code: number; error_subcode?: number; message?: string }) {
    super(`${fault.code}`);
    this.status = status;
    this.fault = fault;
  }
}

export interface GraphRequest {
  method: string;
  /** Without version. */
  path: string;
  query: URLSearchParams;
  bytes: Buffer;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever came in; the routes judge it
  json: any;
}

/** Returns JSON, or `lost` to drop the connection without a response. */
export type Handler = (request: GraphRequest, match: string[]) => unknown | Promise<unknown>;
export type Route = [method: string, path: RegExp, permission: Permission | null, handle: Handler];
export type Permission = 'whatsapp_business_messaging' | 'whatsapp_business_management' | 'catalog_management';
export const lost = Symbol('lost');
/** Bytes with a content type, for downloads. */
export class RawAnswer {
  readonly bytes: Buffer;
  readonly type: string;

  constructor(bytes: Buffer, type: string) {
    this.bytes = bytes;
    this.type = type;
  }
}

/** An id of the vendor: digits. */
export const newGraphId = (): string => BigInt(`0x${randomBytes(6).toString('hex')}`).toString();
