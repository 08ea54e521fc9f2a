import type { Area } from '../../http/area.ts';
import { searchOperations } from './search.operations.ts';

export { markMatches, snippetOf } from './mark-matches.ts';
export type { Hit } from './search.schemas.ts';
export { mostHits, type Search } from './searchable.ts';

export const search = {
  name: 'search',
  title: 'Search',
  ownerOperations: searchOperations,
} satisfies Area;
