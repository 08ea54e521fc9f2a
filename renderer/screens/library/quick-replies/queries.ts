import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';

export type QuickReply = Result<'listQuickReplies'>['data'][number];

export const quickRepliesQuery = operationQuery('listQuickReplies');
