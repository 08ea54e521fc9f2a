import { ask, type Build, choose, fork, handOver, say } from './flow-template.ts';

/** Flows that answer, or pass on to a person. */

export const greeting: Build<'greeting'> = ({ texts }) => ({
  trigger: { type: 'first_message' },
  steps: [
    say('hello', texts.hello, 'menu'),
    choose(
      'menu',
      'wish',
      texts.question,
      { products: texts.productsChoice, place: texts.placeChoice, person: texts.personChoice },
      { next: 'which', otherwise: 'person' },
    ),
    fork('which', 'wish', { products: 'products', place: 'place' }, 'person'),
    say('products', texts.products, 'more'),
    say('place', texts.place, 'more'),
    choose('more', 'more', texts.more, { yes: texts.yes, no: texts.no }, { next: 'again', otherwise: 'person' }),
    fork('again', 'more', { yes: 'menu' }, 'bye'),
    say('bye', texts.bye, null),
    handOver('person', texts.person),
  ],
});

export const questions: Build<'questions'> = ({ texts, keywords }) => ({
  trigger: { type: 'keyword', words: keywords },
  steps: [
    choose(
      'question',
      'topic',
      texts.question,
      { first: texts.first, second: texts.second, third: texts.third, person: texts.person },
      { next: 'which', otherwise: 'person' },
    ),
    fork('which', 'topic', { first: 'first', second: 'second', third: 'third' }, 'person'),
    say('first', texts.firstAnswer, 'more'),
    say('second', texts.secondAnswer, 'more'),
    say('third', texts.thirdAnswer, 'more'),
    choose('more', 'more', texts.more, { yes: texts.yes, no: texts.no }, { next: 'again', otherwise: 'person' }),
    fork('again', 'more', { yes: 'question' }, 'bye'),
    say('bye', texts.bye, null),
    handOver('person', texts.handoff),
  ],
});

export const outsideHours: Build<'outsideHours'> = ({ texts }) => ({
  trigger: { type: 'event', event: 'conversation.created' },
  steps: [
    {
      id: 'hours',
      type: 'branch',
      config: { branches: [{ conditions: [{ type: 'business_hours', open: false }], next: 'closed' }] },
      next: null,
    },
    ask('closed', 'wish', texts.closed, 'tag'),
    { id: 'tag', type: 'tag', config: { add: [texts.tag] }, next: 'thanks' },
    say('thanks', texts.thanks, null),
  ],
});

export const handover: Build<'handover'> = ({ texts, keywords }) => ({
  trigger: { type: 'keyword', words: keywords },
  steps: [
    ask('reason', 'reason', texts.reason, 'reference'),
    ask('reference', 'reference', texts.reference, 'tag'),
    { id: 'tag', type: 'tag', config: { add: [texts.tag] }, next: 'person' },
    handOver('person', texts.person),
  ],
});
