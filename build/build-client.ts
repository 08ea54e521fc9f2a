import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileClient } from './client/compile-client.ts';

/** `npm run build:client`: the typed client, in `dist/client` as it is published, and packed beside it. */
const target = join(import.meta.dirname, '../dist');
await mkdir(target, { recursive: true });
await compileClient(target);
