import type { Migration } from '../server/platform/migrate.ts';
import { platform } from './0001-platform.ts';

/** Every step of the schema, in order. Steps are only ever added at the end once they are released. */
export const migrations: Migration[] = [platform];
