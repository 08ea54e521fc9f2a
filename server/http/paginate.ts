import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../platform/access/secrets.ts';
import { invalid } from '../platform/problem.ts';

const wholeNumber = z.string().regex(/^-?\d{1,9}$/, 'must be a whole number');

export const Limit = wholeNumber
  .transform((text) => Math.min(100, Math.max(1, Number(text))))
  .prefault('20')
  .meta({
    description: 'Entries per page; 1 to 100, larger values are clamped.',
    override: { type: 'integer', default: 20, pattern: undefined },
  });

export const Page = wholeNumber
  .transform((text) => Math.max(1, Number(text)))
  .prefault('1')
  .meta({ description: 'Page number from 1.', override: { type: 'integer', default: 1, pattern: undefined } });

export const Cursor = z
  .string()
  .max(600)
  .optional()
  .meta({ description: 'The `nextCursor` of the previous page; opaque.' });

/** Query parameters of a page-style list. */
export const pageQuery = { page: Page, limit: Limit };
/** Query parameters of a cursor-style list. */
export const cursorQuery = { cursor: Cursor, limit: Limit };

/** A boolean, also in Python's spelling. */
export const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false'], 'must be true or false'))
  .transform((text) => text === 'true')
  .optional()
  .meta({ override: { type: 'boolean', enum: undefined } });

/** A list without pages: `{data}`. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

/** Page style: `{data, page, limit, total, hasMore}`. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), ...pageShape });

/** The fields of a page besides its entries. */
const pageShape = {
  page: z.int().min(1).describe('The number of this page, from 1.'),
  limit: z.int().min(1).max(100).describe('The most entries of a page, as it was clamped.'),
  total: z.int().min(0).describe('How many entries all pages have together.'),
  hasMore: z.boolean().describe('Whether there is a page after this one.'),
};

/** Cursor style: `{data, nextCursor}`; null at the end. */
export const cursorPageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/** Builds the response of a page-style list. */
export function toPage<Item>(query: { page: number; limit: number }, data: Item[], total: number) {
  return { data, page: query.page, limit: query.limit, total, hasMore: query.page * query.limit < total };
}

/**
 * Removes the extra row that was read to detect a next page; returns the page and its last row, null at the end of the
 * list.
 */
export function takePage<Row>(rows: Row[], limit: number): { rows: Row[]; last: Row | null } {
  if (rows.length <= limit) return { rows, last: null };
  const page = rows.slice(0, limit);
  return { rows: page, last: page.at(-1) ?? null };
}

type CursorValue = string | number | null;

/** Encodes and decodes the cursors of one list; a cursor issued for another list or filter is rejected with 400. */
export class CursorCodec {
  readonly #secrets: Secrets;
  readonly #list: string;

  constructor(secrets: Secrets, operationId: string, workspaceId: string, query: Record<string, unknown> | undefined) {
    this.#secrets = secrets;
    const { cursor: _cursor, limit: _limit, page: _page, ...filters } = query ?? {};
    this.#list = hash('sha256', JSON.stringify([operationId, workspaceId, Object.entries(filters).sort()]));
  }

  write(values: CursorValue[]): string {
    const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
    return `${payload}.${this.#sign(payload)}`;
  }

  /** Returns the values at which to continue; null at the beginning. */
  read(cursor: string | undefined): CursorValue[] | null {
    if (cursor === undefined) return null;
    const [payload = '', signature = ''] = cursor.split('.');
    if (signature === '' || signature !== this.#sign(payload)) {
      throw invalid('query.cursor', 'This cursor was not issued for this list', 'invalid_cursor');
    }
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  }

  #sign(payload: string): string {
    return this.#secrets.sign('cursor', `${this.#list}.${payload}`).slice(0, 22);
  }
}
