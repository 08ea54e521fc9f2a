import Sqlite from 'better-sqlite3';
import { loadInThread } from '../running/addon-lock.ts';

loadInThread(() => new Sqlite(':memory:').close());

export { default } from 'better-sqlite3';
