import { useQuery } from '@tanstack/react-query';
import type { Result } from './api/operations.ts';
import { operationQuery } from './api/query.ts';

export type Notices = Result<'getNotices'>;

export const noticesQuery = operationQuery('getNotices');
/** A pause and a full disk emit no event, so this polls. */
const lookEveryMs = 15_000;

/** Notices for the strips above every screen; undefined while loading. */
export const useNotices = (): Notices | undefined => useQuery({ ...noticesQuery, refetchInterval: lookEveryMs }).data;
