import { hourMs } from '../../../platform/durations.ts';
import { ask, type Build, fork, handOver, say } from './flow-template.ts';

/** Flows that follow an order. */

export const deliveryStatus: Build<'deliveryStatus'> = ({ texts }) => ({
  trigger: { type: 'event', event: 'order.updated', conditions: [{ field: 'previous.status', operator: 'is_set' }] },
  steps: [
    fork(
      'status',
      'event.status',
      { PREPARING: 'preparing', OUT_FOR_DELIVERY: 'on-the-way', COMPLETED: 'delivered' },
      null,
    ),
    say('preparing', texts.preparing, null),
    say('on-the-way', texts.onTheWay, null),
    say('delivered', texts.delivered, null),
  ],
});

export const satisfaction: Build<'satisfaction'> = ({ texts }) => ({
  trigger: {
    type: 'event',
    event: 'order.updated',
    conditions: [
      { field: 'data.status', operator: 'equals', value: 'COMPLETED' },
      { field: 'previous.status', operator: 'is_set' },
    ],
  },
  steps: [
    { id: 'later', type: 'wait', config: { seconds: hourMs / 1_000 }, next: 'question' },
    {
      id: 'question',
      type: 'ask',
      config: { text: texts.question, variable: 'grade', kind: 'number', min: 1, max: 5, retries: 1 },
      next: 'happy',
    },
    {
      id: 'happy',
      type: 'branch',
      config: {
        branches: [
          { conditions: [{ type: 'variable', name: 'grade', operator: 'greater_than', value: '3' }], next: 'thanks' },
        ],
      },
      next: 'reason',
    },
    say('thanks', texts.thanks, null),
    ask('reason', 'reason', texts.reason, 'sorry'),
    handOver('sorry', texts.sorry),
  ],
});
