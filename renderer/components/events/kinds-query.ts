import { queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../api/query.ts';

/** The event catalogue; it does not change while the server runs. */
export const kindsQuery = queryOptions({ ...operationQuery('listEventKinds'), staleTime: Number.POSITIVE_INFINITY });
