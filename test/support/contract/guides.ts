import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../../server/http/openapi/guides');

/** The guides of the API document by name. */
export const guides: Record<string, string> = Object.fromEntries(
  globSync('*.md', { cwd: folder }).map((file) => [basename(file, '.md'), readFileSync(join(folder, file), 'utf8')]),
);

/** The fenced blocks of a guide: `all` with the fences, `inner` without. */
export const readBlocks = (guide: string) =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([all, language = '', inner = '']) => ({ all, language, inner }));
