import { type LanguageModel, readLanguageModel } from '../../../platform/language-model.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isOpenAt } from '../../agents/index.ts';
import { askForNumber } from '../../inbox/index.ts';
import { isOwnMatter } from '../../knowledge/index.ts';
import type { DecideOptions, HandoffReason, ReplyContext, ReplyDecision, ReplyTrace } from '../reply.ts';
import { answerLocally } from './local/answer-locally.ts';
import type { Finding, Search } from './local/finding.ts';
import { guard } from './local/guards.ts';
import type { Phrases } from './local/phrases.schemas.ts';
import { phrases } from './local/phrases.ts';
import { findBrokenRule } from './local/rules.ts';
import { detectCustomerLanguage } from './local/understand/detect-customer-language.ts';
import { readWords } from './local/words.ts';
import { findUnserved } from './own-matters/find-own-matter.ts';
import { answerProposal, type ProposalAnswer, propose } from './proposals/propose.ts';
import { sayDone } from './proposals/say-done.ts';
import { summarizeHandoff } from './summarize-handoff.ts';

export type { DecideOptions, ReplyContext, ReplyDecision } from '../reply.ts';

/** The state of one decision. */
interface Deciding {
  platform: Platform;
  context: ReplyContext;
  options: DecideOptions;
  say: Phrases;
  trace: ReplyTrace;
  isClosed: boolean;
}

/**
 * Decides what the agent replies to a message. It writes and sends nothing; the caller does, or discards the decision.
 * A configured model is asked first; if it fails, times out or makes an unsupported claim, the local engine decides.
 * Built-in phrases follow the customer's language. The owner's texts are used verbatim for customers who write in the
 * agent's language.
 */
export async function decideReply(
  platform: Platform,
  context: ReplyContext,
  options: DecideOptions = {},
): Promise<ReplyDecision> {
  const startedAt = performance.now();
  const deciding = begin(platform, context, options);
  const decision = await decide(deciding);
  deciding.trace.milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
  return decision;
}

function begin(platform: Platform, context: ReplyContext, options: DecideOptions): Deciding {
  const { agent, workspace, history, text, now } = context;
  const earlier = history.filter(({ author }) => author === 'CONTACT').map((line) => line.text);
  const shopWords = new Set(
    [workspace, agent, ...agent.services, ...context.items].flatMap(({ name }) => readWords(name)),
  );
  const language = detectCustomerLanguage(text, earlier, agent.language, (word) => shopWords.has(word));
  return {
    platform,
    context,
    options,
    say: phrases[language],
    isClosed: !isOpenAt(agent.businessHours, workspace.timezone, now, now),
    trace: {
      engine: 'local',
      fellBack: false,
      language,
      sources: [],
      scores: { threshold: agent.behavior.answerThreshold },
      understood: [],
      cut: [],
      tokens: null,
      milliseconds: 0,
    },
  };
}

/** Few shops have a model: what talks to it is loaded when one is asked. */
async function ask({ platform, context, trace, options }: Deciding, model: LanguageModel) {
  const { askModel } = await import('./model/ask-model.ts');
  return askModel(platform, model, context, trace, options);
}

async function decide(deciding: Deciding): Promise<ReplyDecision> {
  const { platform, context, options } = deciding;
  // Two bots would reply to each other forever, so a person takes over.
  if (context.repliesInLastHour >= context.agent.behavior.maxRepliesPerHour) {
    return { ...handOff(deciding, 'reply_limit'), text: null };
  }
  const search: Search = {
    ...{ platform, context, options, say: deciding.say },
    ...{ words: readWords(context.text), trace: deciding.trace },
  };
  const answered = await answerProposal(platform.database.read, context, search.words);
  if (answered) return settleProposal(deciding, answered);
  const guarded = await guard(search);
  if (guarded) return toDecision(deciding, guarded);
  const model = options.engine === 'local' ? null : await readLanguageModel(platform.database.read);
  const asked = model && (await ask(deciding, model));
  if (asked?.handoff) return { ...handOff(deciding, 'model'), usedTools: asked.usedTools };
  const proposed = asked?.wish && propose(context, asked.wish, deciding.trace.language);
  if (asked && proposed) {
    const { text, proposal: proposes } = proposed;
    return {
      kind: 'reply',
      text: withOpening(deciding, text),
      trace: deciding.trace,
      usedTools: asked.usedTools,
      proposes,
    };
  }
  if (asked?.usedTools.some(({ tool }) => tool === 'ask_for_number')) {
    const text = withOpening(deciding, askForNumber(deciding.trace.language));
    return { kind: 'reply', text, request: 'contactInfo', trace: deciding.trace, usedTools: asked.usedTools };
  }
  if (asked) {
    return {
      kind: 'reply',
      text: withOpening(deciding, asked.text),
      trace: deciding.trace,
      usedTools: asked.usedTools,
    };
  }
  const finding = await answerLocally(search);
  return toDecision(deciding, finding);
}

/** The reply if a confirmed order or booking cannot be made: a text, and a handoff to a person. */
export function admitFailure(platform: Platform, context: ReplyContext): ReplyDecision {
  return handOff(begin(platform, context, {}), 'failed');
}

/** What follows from the customer's yes or no to the summary of an order or a booking. */
function settleProposal({ context, trace }: Deciding, answered: ProposalAnswer): ReplyDecision {
  if (answered.kind === 'asked') return { kind: 'reply', text: answered.text, trace, proposes: answered.proposal };
  const { proposal: confirms } = answered;
  const { tool, input } = confirms;
  return { kind: 'reply', text: sayDone(context, confirms, null), trace, usedTools: [{ tool, input }], confirms };
}

function toDecision(deciding: Deciding, finding: Finding): ReplyDecision {
  const { context, say, trace } = deciding;
  if (finding.kind === 'handoff') return handOff(deciding, finding.reason);
  if (finding.kind === 'hello') return sayHello(deciding);
  const unserved = isServed(finding) ? null : findUnserved(context, trace.language);
  if (unserved) return handOff(deciding, unserved);
  if (finding.kind === 'miss') return admitMiss(deciding, finding.text);
  if (findBrokenRule(context, finding.text)) return admitMiss(deciding, null);
  trace.sources.push(...finding.sources);
  const isSettled = finding.text !== say.nothingElse;
  return { kind: 'reply', text: isSettled ? withOpening(deciding, finding.text) : finding.text, trace };
}

/** Returns true for a finding that answers a customer who writes about her own booking; opening hours do not. */
const isServed = (finding: Finding): boolean =>
  finding.kind !== 'miss' && (finding.kind !== 'answer' || !isHoursOnly(finding.sources));
const isHoursOnly = (sources: ReplyTrace['sources']): boolean =>
  sources.length > 0 && sources.every(({ kind }) => kind === 'hours');

/** Replies to a greeting with the owner's greeting once, later with a short phrase. */
function sayHello(deciding: Deciding): ReplyDecision {
  const { context, say, trace } = deciding;
  const isClosed = tellsClosed(deciding);
  const title = isClosed ? 'outOfHoursMessage' : 'greetingMessage';
  trace.sources.push({ kind: 'greeting', id: null, title, score: 1 });
  if (isClosed) return { kind: 'out_of_hours', text: closedText(deciding), trace };
  const text = context.isFirstReply ? greetingText(deciding) : say.greeting;
  return { kind: 'reply', text, trace };
}

function admitMiss(deciding: Deciding, text: string | null): ReplyDecision {
  const { context, say, trace } = deciding;
  const { fallbackMessage, language, behavior } = context.agent;
  if (behavior.handoffAfterMisses > 0 && context.missesInARow + 1 >= behavior.handoffAfterMisses) {
    return { ...handOff(deciding, 'misses'), text: deciding.isClosed ? say.handedOffClosed : say.enough };
  }
  if (tellsClosed(deciding)) return { kind: 'out_of_hours', text: closedText(deciding), trace };
  const own = trace.language === language ? fallbackMessage?.trim() : null;
  return { kind: 'fallback', text: withOpening(deciding, text ?? (own || say.fallback)), trace };
}

function handOff(deciding: Deciding, reason: HandoffReason): Extract<ReplyDecision, { kind: 'handoff' }> {
  const { context, say, trace, isClosed } = deciding;
  const text = sayHandOff(say, reason, isClosed);
  return { kind: 'handoff', text, reason, summary: summarizeHandoff(context, reason), trace };
}

function sayHandOff(say: Phrases, reason: HandoffReason, isClosed: boolean): string {
  if (reason === 'order' || reason === 'booking') return say.took;
  if (isOwnMatter(reason)) return `${say.own[reason]} ${isClosed ? say.teamClosed : say.team}`;
  return isClosed ? say.handedOffClosed : say.handedOff;
}

/** Prepends, once each, the message that the shop is closed, else the greeting. */
function withOpening(deciding: Deciding, text: string): string {
  if (tellsClosed(deciding)) return `${closedText(deciding)}\n\n${text}`;
  if (!deciding.context.isFirstReply) return text;
  deciding.trace.sources.push({ kind: 'greeting', id: null, title: 'greetingMessage', score: 1 });
  return `${greetingText(deciding)}\n\n${text}`;
}

const tellsClosed = ({ isClosed, context }: Deciding): boolean => isClosed && !context.hasToldClosed;

function greetingText({ context: { agent }, trace, say }: Deciding): string {
  const own = trace.language === agent.language ? agent.greetingMessage?.trim() : null;
  return own || say.greeting;
}

function closedText({ context: { agent }, trace, say }: Deciding): string {
  const own = trace.language === agent.language ? agent.outOfHoursMessage?.trim() : null;
  return own || say.closed;
}
