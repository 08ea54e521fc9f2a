import type { Migration } from '../server/platform/migrate.ts';
import { platform } from './0001-platform.ts';
import { files } from './0002-files.ts';
import { library } from './0004-library.ts';
import { conversations } from './0005-conversations.ts';
import { simulator } from './0007-simulator.ts';

/** Every step of the schema, in order. Steps are only ever added at the end once they are released. */
export const migrations: Migration[] = [platform, files, library, conversations, simulator];
