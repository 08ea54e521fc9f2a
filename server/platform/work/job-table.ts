import type { Table } from '../database/database.ts';

declare module '../database/database.ts' {
  interface Tables {
    jobs: JobTable;
  }
}

/** FAILED without `finished_at`: set aside, since the process has died in it too often. */
export type JobTable = Table<
  'jobs',
  {
    status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  }
>;
