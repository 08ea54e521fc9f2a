import type { Table } from '../database/database.ts';

declare module '../database/database.ts' {
  interface Tables {
    jobs: JobTable;
  }
}

/** FAILED without `finished_at` means set aside: the process died in the job too often. */
export type JobTable = Table<
  'jobs',
  {
    status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  }
>;
