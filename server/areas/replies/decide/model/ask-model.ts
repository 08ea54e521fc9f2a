import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, type ModelMessage } from 'ai';
import { askEndpoint, type LanguageModel, openModelKey } from '../../../../platform/language-model.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { checkAnswer } from '../../claims/check-answer.ts';
import { type Fact, listFacts } from '../../claims/facts.ts';
import type { DecideOptions, ReplyContext, ReplyTrace, ToolUse } from '../../reply.ts';
import type { Wish } from '../proposals/proposal.schemas.ts';
import { makeTools, type ToolLog } from './tools.ts';
import { writeInstructions } from './write-instructions.ts';

const timeoutMs = 20_000;
const mostSteps = 4;
const mostAnswerTokens = 600;
/** Token limit for all steps together; a model that has no answer by then is given up. */
const tokenBudget = 24_000;
const longestAnswer = 1_500;
const linesOfHistory = 12;
const longestLine = 1_000;
const largestAnswerBytes = 256 * 1024;

export interface ModelAnswer {
  text: string;
  handoff: boolean;
  wish: Wish | null;
  usedTools: ToolUse[];
}

/**
 * Asks the model for a reply. Null if it is unreachable, too slow, over budget or silent, or if its answer makes an
 * unsupported claim or breaks a rule. Records tokens, sources and the fallback in the trace.
 */
export async function askModel(
  platform: Platform,
  model: LanguageModel,
  context: ReplyContext,
  trace: ReplyTrace,
  options: DecideOptions,
): Promise<ModelAnswer | null> {
  const log: ToolLog = { uses: [], wish: null, facts: [], sources: [] };
  const facts = listFacts(context);
  const instructions = writeInstructions(context, trace.language, facts);
  const patience = new AbortController();
  const endsAt = platform.clock.now().getTime() + timeoutMs;
  const cancel = platform.clock.alarm(endsAt, () => patience.abort(new Error('The model took too long')));
  try {
    const result = await generateText({
      model: connect(platform, model)(context.agent.behavior.model ?? model.model),
      instructions,
      messages: toMessages(context),
      tools: makeTools(platform, context, options, log),
      stopWhen: [isStepCount(mostSteps), ({ steps }) => countTokens(steps) > tokenBudget],
      temperature: context.agent.behavior.temperature,
      maxOutputTokens: mostAnswerTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([patience.signal, platform.stopping]),
    });
    trace.tokens = { in: result.usage.inputTokens ?? 0, out: result.usage.outputTokens ?? 0 };
    const handoff = log.uses.some(({ tool }) => tool === 'hand_off');
    const text = result.text.trim().slice(0, longestAnswer);
    // A request for the number has fixed words, and a proposal that waits for a yes has a summary.
    const hasOwnText = handoff || log.wish !== null || log.uses.some(({ tool }) => tool === 'ask_for_number');
    const sent = hasOwnText ? '' : check(context, trace, text, [...facts, ...log.facts], log.uses);
    trace.engine = 'openai_compatible';
    trace.sources.push(...log.sources);
    return { text: sent, handoff, wish: log.wish, usedTools: log.uses.filter(({ tool }) => tool !== 'hand_off') };
  } catch (error) {
    platform.log.warn(
      { err: error, agent: context.agent.id },
      'the language model gave no usable reply: the local engine decides',
    );
    trace.fellBack = true;
    return null;
  } finally {
    cancel();
  }
}

/** What may be sent of the model's text; throws if that is nothing. What is cut stands in the trace. */
function check(context: ReplyContext, trace: ReplyTrace, text: string, facts: Fact[], uses: ToolUse[]): string {
  if (text === '') throw new Error('The model said nothing');
  const checked = checkAnswer(context, trace.language, text, facts, uses);
  trace.cut.push(...checked.cut);
  if (checked.text === null) throw new Error('No sentence of the model that answers is supported by a fact');
  return checked.text;
}

const countTokens = (steps: { usage: { totalTokens?: number | undefined } }[]): number =>
  steps.reduce((sum, { usage }) => sum + (usage.totalTokens ?? 0), 0);

/** The history, then the customer's message with their name as data. */
function toMessages({ history, text, contact, now }: ReplyContext): ModelMessage[] {
  const past = history
    .filter((line) => line.text.trim() !== '')
    .slice(-linesOfHistory)
    .map(
      (line): ModelMessage => ({
        role: line.author === 'CONTACT' ? 'user' : 'assistant',
        content: line.text.slice(0, longestLine),
      }),
    );
  const about = JSON.stringify({ now, customer: { name: contact.name }, message: text.slice(0, longestLine * 2) });
  return [...past, { role: 'user', content: about }];
}

/** A client for the model over the outbound client, which enforces the outbound rules. */
function connect(platform: Platform, model: LanguageModel) {
  const key = openModelKey(platform, model);
  return createOpenAICompatible({
    name: 'configured',
    baseURL: model.baseUrl,
    ...(key === null ? {} : { apiKey: key }),
    fetch: async (input, init) => {
      const answer = await askEndpoint(platform, {
        method: 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body),
        timeoutMs,
        maxBytes: largestAnswerBytes,
        ...(init?.signal ? { signal: init.signal } : {}),
      });
      return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
    },
  });
}
