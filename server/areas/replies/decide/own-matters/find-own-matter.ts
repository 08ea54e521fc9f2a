import type { Language } from '../../../../platform/text/languages.ts';
import type { OwnMatter } from '../../../knowledge/index.ts';
import type { ReplyContext } from '../../reply.ts';
import { isProposalOpen, readYesOrNo } from '../proposals/propose.ts';
import { isStatement, mentionsOwn, readOwnMatter } from './read-own-matter.ts';

/** The customer's language first: a short message may be in any. */
const languagesFrom = (language: Language): Language[] => [...new Set([language, 'pt', 'es', 'en'] as const)];

/** Returns true if the books have an appointment or an open order of the customer. */
const hasBooked = ({ booked }: ReplyContext): boolean =>
  booked !== undefined && booked.appointments.length + booked.orders.length > 0;

/**
 * Returns the customer's wish about her own booking or order, which a person has to fulfil; null for anything else. While
 * a proposal waits for her yes, she writes about the proposal.
 */
export function findOwnMatter(context: ReplyContext, words: string[], language: Language): OwnMatter | null {
  if (isProposalOpen(context)) return null;
  return answerReminder(context, words) ?? readOwnMatter(context.text, languagesFrom(language), hasBooked(context));
}

/**
 * The matter of a message to which the agent has no answer: the booking or order that it mentions, or, if it asks
 * nothing, those that the books have. Null if they have none.
 */
export function findUnserved({ booked, text }: ReplyContext, language: Language): OwnMatter | null {
  if (!booked || booked.appointments.length + booked.orders.length === 0) return null;
  const own = booked.appointments.length > 0 ? 'own_booking' : 'own_order';
  return mentionsOwn(text, language) ?? (isStatement(text, language) ? own : null);
}

/** A mere "yes", "no" or thumb after a notice about an appointment. */
function answerReminder({ booked, history, text }: ReplyContext, words: string[]): OwnMatter | null {
  const last = history.findLast(({ author }) => author !== 'CONTACT');
  if (last?.author !== 'SYSTEM' || !booked?.appointments.some(({ title }) => last.text.includes(title))) return null;
  const answer = readYesOrNo(text, words);
  return answer && (answer === 'yes' ? 'confirm' : 'cancel');
}
