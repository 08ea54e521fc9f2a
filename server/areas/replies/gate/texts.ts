import { fold } from '../../../platform/database/fold.ts';
import type { Subject } from './subject.ts';

/** A text that the owner wrote and that customers may read. */
export interface OwnerText {
  kind: 'faq' | 'rule' | 'greeting' | 'fallback' | 'closed' | 'offer' | 'passage';
  /** What the owner finds it by: the question of an FAQ, the name of an item or source, else the text itself. */
  title: string;
  text: string;
  /** The question that the text answers; empty if it answers none. */
  asked: string;
  /** Name of the item or service that the text describes. */
  offer?: string;
}

/** The texts of a shop that customers may read: those that are switched on, and the sampled passages. */
export function listTexts({ agent, items, passages }: Subject): OwnerText[] {
  const message = (kind: 'greeting' | 'fallback' | 'closed', text: string | null): OwnerText[] =>
    text?.trim() ? [{ kind, title: text.slice(0, 80), text, asked: '' }] : [];
  return [
    ...agent.faqs.map(({ question, answer }) => {
      return { kind: 'faq', title: question, text: answer, asked: question } as const;
    }),
    ...agent.rules
      .filter(({ kind, active }) => kind === 'info' && active)
      .map(({ text }) => ({ kind: 'rule', title: text.slice(0, 80), text, asked: '' }) as const),
    ...message('greeting', agent.greetingMessage),
    ...message('fallback', agent.fallbackMessage),
    ...message('closed', agent.outOfHoursMessage),
    ...[...items.filter(({ active }) => active), ...agent.services].flatMap(({ name, description }): OwnerText[] =>
      description?.trim() ? [{ kind: 'offer', title: name, text: description, asked: '', offer: name }] : [],
    ),
    ...passages.map(({ sourceName, text }) => ({ kind: 'passage', title: sourceName, text, asked: '' }) as const),
  ];
}

/** Splits a text at sentence ends and line breaks. */
export const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const negations =
  /\b(?:nao|nunca|jamais|nem|sem|no|never|not|don't|dont|do not|doesn't|doesnt|won't|wont|cannot|can't|sin|tampoco|nadie|ninguem|without)\b/;

/** Whether a sentence denies or forbids what it says. */
export const isNegated = (sentence: string): boolean => negations.test(fold(sentence));
