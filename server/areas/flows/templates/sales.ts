import { ask, type Build, choose, fork, handOver, say } from './flow-template.ts';

/** Flows that sell, book, or find out who wants to buy. */

/** An answer that is used as it is written. */
const same = (...labels: string[]) => Object.fromEntries(labels.map((label) => [label, label]));

export const order: Build<'order'> = ({ texts, keywords }) => ({
  trigger: { type: 'keyword', words: keywords },
  steps: [
    choose('item', 'item', texts.item, same(texts.first, texts.second, texts.third), {
      next: 'quantity',
      otherwise: 'failed',
    }),
    {
      id: 'quantity',
      type: 'ask',
      config: { text: texts.quantity, variable: 'quantity', kind: 'number', min: 1, max: 100, onInvalid: 'failed' },
      next: 'how',
    },
    choose(
      'how',
      'how',
      texts.how,
      { delivery: texts.delivery, pickup: texts.pickup },
      { next: 'where', otherwise: 'failed' },
    ),
    fork('where', 'how', { delivery: 'address' }, 'payment'),
    ask('address', 'address', texts.address, 'payment'),
    choose('payment', 'payment', texts.payment, same(texts.cash, texts.card, texts.transfer), {
      next: 'place',
      otherwise: 'failed',
    }),
    {
      id: 'place',
      type: 'order',
      config: {
        items: [{ catalogItem: '{{item}}', quantity: '{{quantity}}' }],
        address: '{{address}}',
        notes: '{{payment}}',
        onError: 'failed',
      },
      next: 'done',
    },
    say('done', texts.done, null),
    handOver('failed', texts.failed),
  ],
});

export const booking: Build<'booking'> = ({ texts, keywords }) => ({
  trigger: { type: 'keyword', words: keywords },
  steps: [
    choose('service', 'service', texts.service, same(texts.first, texts.second), {
      next: 'slot',
      otherwise: 'person',
    }),
    {
      id: 'slot',
      type: 'appointment',
      config: { title: '{{service}}', text: texts.slot, durationMinutes: 60, confirmed: true, onNone: 'person' },
      next: 'done',
    },
    say('done', texts.done, null),
    handOver('person', texts.person),
  ],
});

export const lead: Build<'lead'> = ({ texts, keywords }) => ({
  trigger: { type: 'keyword', words: keywords },
  steps: [
    ask('name', 'name', texts.name, 'email'),
    { id: 'email', type: 'ask', config: { text: texts.email, variable: 'email', kind: 'email' }, next: 'interest' },
    ask('interest', 'interest', texts.interest, 'save'),
    {
      id: 'save',
      type: 'lead',
      config: {
        name: '{{name}}',
        email: '{{email}}',
        tags: [texts.tag],
        data: { [texts.interestLabel]: '{{interest}}' },
      },
      next: 'thanks',
    },
    say('thanks', texts.thanks, null),
  ],
});

export const quote: Build<'quote'> = ({ texts }) => ({
  // Working days in the morning; the tag goes first, so that everyone is asked once.
  trigger: { type: 'schedule', cron: '0 10 * * 1-5', tags: [texts.tag] },
  steps: [
    { id: 'once', type: 'tag', config: { remove: [texts.tag] }, next: 'question' },
    choose(
      'question',
      'answer',
      texts.question,
      { yes: texts.yes, doubt: texts.doubt, no: texts.no },
      { next: 'which', otherwise: 'doubt' },
    ),
    fork('which', 'answer', { yes: 'yes', no: 'no' }, 'doubt'),
    handOver('yes', texts.goOn),
    handOver('doubt', texts.ask),
    say('no', texts.farewell, null),
  ],
});
