import { z } from 'zod';
import { template } from '../../../platform/text/fill.ts';

const Text = z.string().trim().min(1);

/**
 * What the local engine says in its own words; `question` and `name` are the customer's. The shape of
 * `phrases/<language>.json`; `test/content.test.ts` holds the files against it.
 */
export const Phrases = z.strictObject({
  customer: Text,
  shop: Text,
  empty: Text,
  noText: Text,
  answerQuestion: template('question'),
  answerUnhappy: Text,
  answerMessage: Text,
  sendTemplate: Text,
  waitForCustomer: Text,
  nothingToDo: Text,
  replyToQuestion: template('hello', 'question'),
  replyToUnhappy: template('hello'),
  replyToMessage: template('hello'),
  hello: Text,
  helloName: template('name'),
});
export type Phrases = z.infer<typeof Phrases>;
