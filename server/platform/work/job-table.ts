declare module '../database/database.ts' {
  interface Tables {
    jobs: JobTable;
  }
}

/** FAILED without `finished_at`: set aside, since the process has died in it too often. */
export interface JobTable {
  id: string;
  workspace_id: string | null;
  name: string;
  key: string | null;
  input: string;
  status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  run_at: string;
  attempts: number;
  owner: string | null;
  lease_until: string | null;
  progress: number;
  error: string | null;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
}
