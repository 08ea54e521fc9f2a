import { z } from 'zod';
import { Text, template } from '../../../platform/text/fill.ts';

/**
 * The shape of `phrases/<language>.json`: the local engine's own sentences, with the customer's `question` and `name`
 * filled in. `test/content.test.ts` validates the files.
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
