import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../server/areas/index.ts';

const renderer = join(import.meta.dirname, '../renderer');

/** Where the routes of the console's client are written. */
export const routesFile = join(renderer, 'api/routes.ts');

/** The text of `routes.ts`: method and path of each operation that the console names; the others would only cost bytes. */
export function consoleRoutes(): string {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => join(renderer, file));
  const named = new Set(
    files
      .filter((file) => file !== routesFile)
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(\w+)'/g)].map((match) => match[1])),
  );
  const lines = areas
    .flatMap(({ operations, ownerOperations }) => Object.entries({ ...operations, ...ownerOperations }))
    .filter(([id]) => named.has(id))
    .map(([id, { method, path }]) => `  ${id}: '${method.toUpperCase()} ${path}',\n`);
  return [
    "import type { OperationId } from './operations.ts';\n\n",
    '/** Written by `npm run routes`: where the operations lie that the console calls. */\n',
    `export const routes: Partial<Record<OperationId, string>> = {\n${lines.join('')}};\n`,
  ].join('');
}
