import { fill } from '../../../platform/text/fill.ts';
import { type Language, languages } from '../../../platform/text/languages.ts';
import type { ConversationStatus } from '../schemas.ts';
import type { Findings } from './insights.schemas.ts';
import {
  expectedWords,
  fold,
  negations,
  negativeWords,
  positiveWords,
  questionWords,
  stopWords,
} from './insights-words.ts';
import { phrases } from './phrases.ts';

/** The input of both engines; the oldest message is first. */
export interface ConversationText {
  shopLanguage: Language;
  customerName: string | null;
  status: ConversationStatus;
  canReply: boolean;
  messages: { from: 'customer' | 'shop'; type: string; isAnswer: boolean; text: string }[];
}

type Line = ConversationText['messages'][number];

const summarySentences = 3;
const longestSentence = 240;
const mostTopics = 5;
const mostQuestions = 10;
/** How many words after a negation it applies to. */
const negationReach = 3;
/** Scores below this absolute value are NEUTRAL. */
const neutralBelow = 0.2;

/**
 * Derives findings by counting words only: deterministic, and every fact in them is quoted from the customer or the
 * shop.
 */
export function findLocally(conversation: ConversationText): Findings {
  const { messages } = conversation;
  const language = detectLanguage(messages, conversation.shopLanguage);
  const spoken = messages.filter((line) => line.text.trim() !== '');
  const sentiment = measureSentiment(spoken);
  const openQuestions = findOpenQuestions(messages, language);
  return {
    language,
    summary: summarize(messages, spoken, language),
    sentiment,
    topics: findTopics(spoken, language),
    openQuestions,
    ...suggest(conversation, language, openQuestions, sentiment.label === 'NEGATIVE'),
  };
}

const toWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];

const toSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Cuts between code points, never within one. */
const shorten = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/** The language whose stop words occur most; the shop's language on a tie. */
function detectLanguage(lines: Line[], shopLanguage: Language): Language {
  const words = lines.flatMap((line) => toWords(line.text));
  const counts = languages.map((language) => ({
    language,
    count: words.filter((word) => stopWords[language].has(word)).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const winners = counts.filter(({ count }) => count === most);
  return (winners.length === 1 && winners[0]?.language) || shopLanguage;
}

/** The sentences with most of the conversation's frequent words, in their order, each with its author. */
function summarize(all: Line[], spoken: Line[], language: Language): string {
  const say = phrases[language];
  if (spoken.length === 0) return all.length === 0 ? say.empty : say.noText;
  const weights = countContentWords(spoken, language);
  const sentences = spoken.flatMap((line) => toSentences(line.text).map((text) => ({ line, text })));
  const rated = sentences.map(({ line, text }, index) => {
    const content = new Set(toWords(text).filter((word) => weights.has(word)));
    const weight = [...content].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
    // Customers' sentences weigh more, and the first sentence usually states their reason to write.
    const bonus = (line.from === 'customer' ? 1.5 : 1) * (index === 0 ? 1.5 : 1);
    return { index, text, from: line.from, weight: (weight * bonus) / Math.sqrt(content.size + 1) };
  });
  const telling = rated.sort((a, b) => b.weight - a.weight || a.index - b.index).slice(0, summarySentences);
  return telling
    .sort((a, b) => a.index - b.index)
    .map(({ from, text }) => `${say[from]}: ${shorten(text, longestSentence)}`)
    .join('\n');
}

const isContentWord = (word: string, language: Language): boolean =>
  word.length > 2 && !/^\p{N}+$/u.test(word) && !stopWords[language].has(word) && !questionWords[language].has(word);

function countContentWords(lines: Line[], language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of lines.flatMap((line) => toWords(line.text))) {
    if (isContentWord(word, language)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Repeated words and pairs of words; the first words when none is repeated. */
function findTopics(lines: Line[], language: Language): string[] {
  const topics = new Map<string, { shown: string; count: number; first: number }>();
  let place = 0;
  const note = (tokens: string[]) => {
    const key = tokens.map(fold).join(' ');
    const topic = topics.get(key) ?? { shown: tokens.join(' ').toLowerCase(), count: 0, first: place++ };
    topics.set(key, { ...topic, count: topic.count + 1 });
  };
  for (const sentence of lines.flatMap((line) => toSentences(line.text))) {
    const tokens = sentence.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
    for (const [index, token] of tokens.entries()) {
      if (!isContentWord(fold(token), language)) continue;
      const next = tokens[index + 1];
      if (next !== undefined && isContentWord(fold(next), language)) note([token, next]);
      note([token]);
    }
  }
  const ranked = [...topics.values()].sort((a, b) => b.count - a.count || a.first - b.first);
  const frequent = ranked.filter(({ count }) => count > 1);
  // A repeated pair replaces its two single words.
  const pairs = frequent.filter(({ shown }) => shown.includes(' ')).map(({ shown }) => shown.split(' '));
  const telling = frequent.filter(({ shown }) => !pairs.some((pair) => pair.includes(shown)));
  const single = ranked.filter(({ shown }) => !shown.includes(' '));
  return (telling.length > 0 ? telling : single).slice(0, mostTopics).map(({ shown }) => shorten(shown, 80));
}

/** Balance of positive and negative words of the customer; a negation shortly before a word inverts it. */
function measureSentiment(lines: Line[]): Findings['sentiment'] {
  let happy = 0;
  let unhappy = 0;
  for (const sentence of lines.filter((line) => line.from === 'customer').flatMap((line) => toSentences(line.text))) {
    const words = toWords(sentence);
    for (const [index, word] of words.entries()) {
      const negated = words.slice(Math.max(0, index - negationReach), index).some((before) => negations.has(before));
      const isHappy = positiveWords.has(word);
      const isUnhappy = negativeWords.has(word);
      if (negated ? isUnhappy : isHappy) happy += 1;
      else if (negated ? isHappy || expectedWords.has(word) : isUnhappy) unhappy += 1;
    }
  }
  if (happy + unhappy === 0) return { label: 'NEUTRAL', score: 0 };
  const score = Math.round(((happy - unhappy) / (happy + unhappy)) * 100) / 100;
  const label = Math.abs(score) < neutralBelow ? 'NEUTRAL' : score > 0 ? 'POSITIVE' : 'NEGATIVE';
  return { label, score };
}

/** The customer's messages since the shop's last answer. */
const findUnanswered = (lines: Line[]): Line[] =>
  lines.slice(lines.findLastIndex((line) => line.isAnswer) + 1).filter((line) => line.from === 'customer');

function findOpenQuestions(lines: Line[], language: Language): string[] {
  const isQuestion = (sentence: string) =>
    sentence.includes('?') || questionWords[language].has(toWords(sentence)[0] ?? '');
  return findUnanswered(lines)
    .flatMap((line) => toSentences(line.text))
    .filter(isQuestion)
    .slice(-mostQuestions)
    .map((question) => shorten(question, longestSentence));
}

/** The next step and a draft that promises only an answer: this engine knows neither prices nor stock. */
function suggest(
  conversation: ConversationText,
  language: Language,
  openQuestions: string[],
  isUnhappy: boolean,
): Pick<Findings, 'suggestedNextStep' | 'suggestedReply'> {
  const say = phrases[language];
  const waits = findUnanswered(conversation.messages).length > 0;
  if (conversation.messages.length === 0) return { suggestedNextStep: say.empty, suggestedReply: null };
  if (conversation.status === 'RESOLVED') return { suggestedNextStep: say.nothingToDo, suggestedReply: null };
  if (!waits) return { suggestedNextStep: say.waitForCustomer, suggestedReply: null };
  if (!conversation.canReply) return { suggestedNextStep: say.sendTemplate, suggestedReply: null };
  const { customerName: name } = conversation;
  const hello = name ? fill(say.helloName, { name }) : say.hello;
  const question = openQuestions.at(-1);
  if (isUnhappy) return { suggestedNextStep: say.answerUnhappy, suggestedReply: fill(say.replyToUnhappy, { hello }) };
  if (question === undefined) {
    return { suggestedNextStep: say.answerMessage, suggestedReply: fill(say.replyToMessage, { hello }) };
  }
  return {
    suggestedNextStep: fill(say.answerQuestion, { question }),
    suggestedReply: fill(say.replyToQuestion, { hello, question }),
  };
}
