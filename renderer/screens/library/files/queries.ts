import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';

export type LibraryFile = Result<'listLibraryFiles'>['data'][number];

export const filesQuery = operationQuery('listLibraryFiles');
