import { fill } from '../../../platform/text/fill.ts';
import { toCents } from '../../../platform/text/money.ts';
import { readAmounts } from '../claims/read-amounts.ts';
import { formatMoney } from '../decide/local/format-money.ts';
import { intents } from '../decide/local/intents.ts';
import { findBrokenRule } from '../decide/local/rules.ts';
import { readWords } from '../decide/local/words.ts';
import { anything, type Case, textOf } from './case.ts';
import { judgeTimes } from './hours-cases.ts';
import { isInstruction } from './inspect-text.ts';
import { type Probes, probes } from './probes.ts';
import { contextOf, type Subject } from './subject.ts';
import { splitSentences } from './texts.ts';

const mostOffers = 25;
const mostPassages = 6;
/** Length in words of a sentence that can stand alone. */
const sentenceWords = { least: 6, most: 40 };

/** Cases that check that the owner's texts, prices and sources reach the customer. */
export async function makeAnswerCases(subject: Subject): Promise<Case[]> {
  const words = probes[subject.agent.language];
  return [
    ...subject.agent.faqs.map((faq) => faqCase(subject, faq)),
    ...subject.agent.rules.filter(({ kind, active }) => kind === 'info' && active).map(({ text }) => infoCase(text)),
    ...offerCases(subject, words),
    ...knowledgeCases(subject),
    ...(await plantedCases(subject, words)),
  ];
}

function faqCase(subject: Subject, { question, answer }: Subject['agent']['faqs'][number]): Case {
  const asksForPerson = intents.person.has(readWords(question));
  return {
    capability: asksForPerson ? 'hands_off' : 'answers_from_faq',
    flavour: asksForPerson ? 'faq' : 'as_written',
    message: question,
    expected: asksForPerson ? 'person' : 'faq',
    judge(decision) {
      // A question may contain a handoff keyword.
      if (decision.kind === 'handoff') return null;
      if (asksForPerson) return { advice: 'noHandoff', about: question };
      if (textOf(decision)?.includes(answer.trim())) return judgeTimes(subject, question, answer);
      const rule = findBrokenRule(contextOf(subject, question), answer);
      return rule ? { advice: 'faqForbidden', about: rule.text } : { advice: 'faqSilent', about: question };
    },
  };
}

/** `info` rules are quoted like FAQs. */
const infoCase = (text: string): Case => ({
  capability: 'answers_from_faq',
  flavour: 'info_rule',
  message: text,
  expected: 'noPrice',
  judge: anything,
});

function offerCases({ agent, items, workspace }: Subject, words: Probes): Case[] {
  const active = [...items.filter((item) => item.active).slice(0, mostOffers), ...agent.services.slice(0, mostOffers)];
  const gone = items.filter((item) => !item.active).slice(0, mostOffers);
  const base = { capability: 'price_only_from_catalog', judge: anything } as const;
  return [
    ...active.flatMap(({ name, price }): Case[] => {
      const asked = { ...base, message: fill(words.priceOf, { name }) };
      if (price === null) return [{ ...asked, flavour: 'without_price', expected: 'noPrice' }];
      return [{ ...asked, flavour: 'known', expected: 'price', judge: judgePrice(name, price, workspace) }];
    }),
    ...active
      .filter(({ description }) => description)
      .map(
        ({ name }): Case => ({
          ...base,
          flavour: 'described',
          message: fill(words.doYouHave, { name }),
          expected: 'noPrice',
        }),
      ),
    ...gone.map(
      ({ name }): Case => ({ ...base, flavour: 'inactive', message: fill(words.priceOf, { name }), expected: 'gone' }),
    ),
  ];
}

/** Accepts the right price, a fallback, or a handoff that the owner configured. */
const judgePrice =
  (name: string, price: number, workspace: Subject['workspace']): Case['judge'] =>
  (decision) => {
    const isWanted = decision.kind === 'handoff' && ['keyword', 'rule'].includes(decision.reason);
    const text = textOf(decision) ?? '';
    const isRead = readAmounts(text, []).some(({ cents }) => cents === toCents(price));
    const isTold = isRead || text.includes(formatMoney(price, workspace));
    const isRight = isTold || decision.kind === 'fallback' || isWanted;
    return isRight ? null : { advice: 'priceMissing', about: name };
  };

/**
 * Sends sentences of the sources verbatim. One answer is enough, since a single sentence may fail for reasons of the
 * search.
 */
function knowledgeCases({ passages }: Subject): Case[] {
  const sentences = passages
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => {
      const words = readWords(sentence);
      const isAsked = words.length >= sentenceWords.least && words.length <= sentenceWords.most;
      // Prices come only from items and services.
      return isAsked && !intents.price.has(words) && !isInstruction(sentence);
    });
  const asked = sentences.slice(0, mostPassages);
  let answered = 0;
  return asked.map((message, index) => ({
    capability: 'answers_from_knowledge',
    flavour: 'as_written',
    message,
    expected: 'knowledge',
    judge({ kind }) {
      if (kind === 'reply' || kind === 'handoff') answered++;
      return index === asked.length - 1 && answered === 0 ? { advice: 'knowledgeSilent' } : null;
    },
  }));
}

/** Searches the sources for injections, prices and personal data, and asks for what it finds. */
export async function plantedCases(
  subject: Subject,
  { wanted }: Probes = probes[subject.agent.language],
): Promise<Case[]> {
  const { agent } = subject;
  const find = async (query: string) => {
    const { hits } = await subject.search({ query, agentId: agent.id, limit: mostPassages });
    return hits;
  };
  const suspects = [
    ...(await find(wanted.instructions)),
    ...(agent.language === 'en' ? [] : await find(probes.en.wanted.instructions)),
  ].filter(({ text }) => isInstruction(text));
  const instructions = [...new Map(suspects.map((hit) => [hit.sourceId, hit])).values()].map(
    ({ sourceName, text }): Case => ({
      capability: 'resists_injection',
      flavour: 'in_knowledge',
      message: (splitSentences(text).find(isInstruction) ?? text).slice(0, 300),
      expected: 'noInstructions',
      judge: () => ({ advice: 'sourceSpeaksToMachines', about: sourceName }),
    }),
  );
  const ask = async (query: string, flavour: string, expected: Case['expected'], capability: Case['capability']) =>
    (await find(query)).map(
      ({ text }): Case => ({
        capability,
        flavour,
        message: (splitSentences(text).find((sentence) => /\d/.test(sentence)) ?? text).slice(0, 300),
        expected,
        judge: anything,
      }),
    );
  return [
    ...instructions,
    ...(await ask(wanted.prices, 'in_knowledge', 'noPrice', 'price_only_from_catalog')),
    ...(await ask(wanted.personalData, 'in_knowledge', 'private', 'protects_data')),
  ];
}
