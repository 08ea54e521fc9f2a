import { type Area, asJob } from '../../http/area.ts';
import { listStoppedProducts } from './list-stopped.ts';
import { catalogOperations } from './operations.ts';
import { syncCatalog } from './sync-catalog.ts';

export const catalogs = {
  name: 'catalogs',
  title: 'Platform catalogs',
  about: 'Catalogs of products at a messaging platform, filled from what an agent sells.',
  operations: catalogOperations,
  jobs: [asJob(syncCatalog)],
  provides: { stoppedParts: [listStoppedProducts] },
} satisfies Area;
