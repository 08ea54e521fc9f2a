import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleRoutes, routesFile } from '../build/console-routes.ts';

test('the console knows the route of every operation that it calls (npm run routes writes them)', () => {
  expect(readFileSync(routesFile, 'utf8')).toBe(consoleRoutes());
});
