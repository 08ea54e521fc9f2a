import { type Operations, operation } from '../../http/operation.ts';
import { ShownLimits, shownLimits } from './message-limits.schemas.ts';

export const limitOperations = {
  getMessageLimits: operation({
    method: 'get',
    path: '/owner/message-limits',
    scope: 'console',
    summary: 'Get the longest texts that vendors accept',
    tx: 'none',
    success: 200,
    response: ShownLimits,
    run: async () => shownLimits,
  }),
} satisfies Operations;
