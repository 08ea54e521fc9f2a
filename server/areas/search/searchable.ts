import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Hit } from './search.schemas.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** What an area contributes to a search: at most `mostHits` hits of one kind. It must not scan a table. */
    searchable: (search: Search) => Promise<Hit[]>;
  }
}

export interface Search {
  db: Db;
  workspace: Workspace;
  /** What was typed, 2 to 100 characters. */
  text: string;
}

/** Hits of one kind that a search shows. */
export const mostHits = 5;
