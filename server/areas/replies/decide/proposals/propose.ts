import type { Db } from '../../../../platform/database/database.ts';
import { dayMs } from '../../../../platform/durations.ts';
import type { Language } from '../../../../platform/text/languages.ts';
import type { ReplyContext } from '../../reply.ts';
import { sayings } from '../local/words.ts';
import { listFreeSlots } from '../model/free-slots.ts';
import type { Proposal, Wish } from './proposal.schemas.ts';
import { summarizeWish } from './summarize-wish.ts';
import { proposalWords } from './words.ts';

/** What the program tells the customer, and what then waits for a yes. */
export interface Proposed {
  text: string;
  proposal: Proposal | null;
}

/** What a customer's message did to the proposal that waits. */
export type ProposalAnswer = ({ kind: 'asked' } & Proposed) | { kind: 'confirmed'; proposal: Proposal };

const yes = sayings(
  'sim, s, ss, isso, isso mesmo, isso ai, pode, pode sim, pode ser, pode fazer, pode marcar, pode confirmar, pode fechar, pode pedir, pode mandar, confirmo, confirma, confirmado, confirmar, fechado, fecha, quero, quero sim, claro, com certeza, ok, okay, beleza, blz, certo, ta certo, esta certo, perfeito, por favor, pf, pfv, obrigado, obrigada, manda, marca, faz, combinado',
  'yes, y, yep, yeah, yup, yes please, please, please do, do it, go ahead, sure, of course, ok, okay, k, correct, that s right, that is right, right, confirm, confirmed, i confirm, sounds good, perfect, great, fine, place it, book it, thanks, thank you',
  'si, s, sii, si por favor, por favor, claro, claro que si, dale, va, vale, ok, okay, okey, bueno, perfecto, correcto, confirmo, confirmado, confirma, de acuerdo, hazlo, reserva, reservalo, reservala, quiero, si quiero, asi es, eso, exacto, esta bien, listo, gracias, adelante',
);
/** Thanks alone are no yes. */
const politeness = sayings('por favor, pf, pfv, please, obrigado, obrigada, thanks, thank you, gracias');
const no = sayings(
  'nao, n, nn, nao quero, nao obrigado, nao obrigada, nao precisa, deixa, deixa pra la, cancela, cancele, cancelar, desisti, desisto, melhor nao, agora nao, obrigado, obrigada',
  'no, nope, nah, n, no thanks, no thank you, don t, do not, cancel, cancel it, never mind, nevermind, not now, stop, forget it, thanks',
  'no, no gracias, no quiero, mejor no, ahora no, cancela, cancelalo, cancelala, dejalo, olvidalo, gracias',
);
const thumbsUp = /^(?:\p{Emoji_Modifier}|[👍👌✅🆗\s])+$/u;

const isYes = (text: string, words: string[]): boolean =>
  words.length === 0 ? /[👍👌✅🆗]/u.test(text) && thumbsUp.test(text) : yes.only(words) && !politeness.only(words);

/** Reads a text that is a clear yes or no; null for any other text, and for mere thanks. */
export function readYesOrNo(text: string, words: string[]): 'yes' | 'no' | null {
  if (isYes(text, words)) return 'yes';
  return no.only(words) && !politeness.only(words) ? 'no' : null;
}

/** Returns true while a proposal waits for a yes. A yes to the words of a person or a flow is none to the summary. */
export const isProposalOpen = ({ proposal, history, now }: ReplyContext): boolean =>
  proposal !== null &&
  proposal !== undefined &&
  proposal.until > now &&
  history.findLast(({ author }) => author !== 'CONTACT')?.author === 'AGENT';

/** The summary of a wish with the question for a yes; null if it is not for sale. */
export function propose(context: ReplyContext, wish: Wish, language: Language): Proposed | null {
  const summary = summarizeWish(context, wish, language);
  if (summary === null) return null;
  const until = new Date(Date.parse(context.now) + dayMs).toISOString();
  const say = proposalWords[language];
  const ask = wish.tool === 'create_order' ? say.askOrder : say.askBooking;
  return { text: `${summary}\n${ask}`, proposal: { ...wish, language, summary, until } };
}

/**
 * What the customer's message means for the proposal that waits: a clear yes confirms it while its summary is still true,
 * and is asked for again where it is not; a clear no drops it. Null for anything else, and where nothing waits.
 */
export async function answerProposal(db: Db, context: ReplyContext, words: string[]): Promise<ProposalAnswer | null> {
  const { proposal, text } = context;
  if (!proposal || !isProposalOpen(context)) return null;
  const answer = readYesOrNo(text, words);
  if (answer === 'yes') return (await askAgain(db, context, proposal)) ?? { kind: 'confirmed', proposal };
  return answer && { kind: 'asked', text: proposalWords[proposal.language].dropped, proposal: null };
}

/** The new question where the summary is no longer true; null where it is. */
async function askAgain(db: Db, context: ReplyContext, proposal: Proposal): Promise<ProposalAnswer | null> {
  const say = proposalWords[proposal.language];
  const again = propose(context, proposal, proposal.language);
  if (!again) return { kind: 'asked', text: say.gone, proposal: null };
  if (proposal.tool === 'book_appointment') {
    const { serviceId, startTime } = proposal.input;
    const { slots } = await listFreeSlots(db, context, serviceId, startTime.slice(0, 10));
    if (!slots.includes(startTime.slice(11))) return moveBooking(context, proposal, slots);
  }
  if (again.proposal?.summary === proposal.summary) return null;
  return { kind: 'asked', ...again, text: `${say.changed}\n${again.text}` };
}

/** Proposes the free time of the same day that is next to the one that was taken. */
function moveBooking(
  context: ReplyContext,
  { input, language }: Extract<Proposal, { tool: 'book_appointment' }>,
  slots: string[],
): ProposalAnswer {
  const say = proposalWords[language];
  const wanted = input.startTime.slice(11);
  const time = slots.find((slot) => slot > wanted) ?? slots.at(-1);
  const startTime = `${input.startTime.slice(0, 10)}T${time}`;
  const moved =
    time === undefined
      ? null
      : propose(context, { tool: 'book_appointment', input: { ...input, startTime } }, language);
  if (!moved) return { kind: 'asked', text: say.noneLeft, proposal: null };
  return { kind: 'asked', ...moved, text: `${say.taken}\n${moved.text}` };
}
