import { queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../api/query.ts';

/** The catalogue of events, which is the same as long as the server runs. */
export const kindsQuery = queryOptions({ ...operationQuery('listEventKinds'), staleTime: Number.POSITIVE_INFINITY });
