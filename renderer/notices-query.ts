import { useQuery } from '@tanstack/react-query';
import type { Answer } from './api/operations.ts';
import { operationQuery } from './api/query.ts';

export type Notices = Answer<'getNotices'>;

export const noticesQuery = operationQuery('getNotices');
/** No event announces a pause or a full disk. */
const lookEveryMs = 15_000;

/** What every screen shows above itself; undefined until it is known. */
export const useNotices = (): Notices | undefined => useQuery({ ...noticesQuery, refetchInterval: lookEveryMs }).data;
