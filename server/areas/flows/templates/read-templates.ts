import { z } from 'zod';
import type { Language } from '../../../platform/text/languages.ts';
import { currencyOf } from '../../../platform/text/money.ts';
import { gapsIn } from '../edit/find-gaps.ts';
import { Step } from '../steps/step.schemas.ts';
import { Trigger } from '../triggers/trigger.schemas.ts';
import { deliveryStatus, satisfaction } from './after-sale.ts';
import type { Content } from './flow-template.ts';
import { booking, lead, order, quote } from './sales.ts';
import { greeting, handover, outsideHours, questions } from './talk.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { TemplateWords } from './words.schemas.ts';

const words: Record<Language, TemplateWords> = { pt, en, es };

export const FlowTemplate = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  trigger: Trigger,
  steps: z.array(Step),
  needs: z
    .array(z.object({ path: z.array(z.union([z.string(), z.int()])), stepId: z.string().nullable(), hint: z.string() }))
    .describe('What the shop has to fill in: `[[…]]` in the texts.'),
});
type FlowTemplate = z.input<typeof FlowTemplate>;

/** The ready-made flows in the order in which they are offered. */
const builders: { [Key in keyof TemplateWords]: (words: TemplateWords[Key]) => Content } = {
  greeting,
  order,
  booking,
  outsideHours,
  questions,
  deliveryStatus,
  satisfaction,
  quote,
  lead,
  handover,
};

const build = <Key extends keyof TemplateWords>(key: Key, language: Language, country: string): FlowTemplate => {
  const own = withCurrency(words[language][key], language, country);
  const { trigger, steps } = builders[key](own);
  const needs = steps.flatMap(({ id, config }, index) =>
    gapsIn(['steps', index, 'config'], config).map(({ path, hint }) => ({ path, hint, stepId: id })),
  );
  return { key, name: own.name, description: own.description, trigger, steps, needs };
};

const amount = /\{amount:(\w+)\}/g;

/** The words with `{amount:…}` as that variable beside the sign of the country's currency, where it is written. */
function withCurrency<Words extends { texts: Record<string, string> }>(
  own: Words,
  language: Language,
  country: string,
): Words {
  const currency = currencyOf(country);
  const write = (name: string): string => {
    if (currency === undefined) return `{{${name}}}`;
    const parts = new Intl.NumberFormat(`${language}-${country}`, { style: 'currency', currency });
    const shown = parts.formatToParts(1).filter(({ type }) => !['decimal', 'fraction'].includes(type));
    const told = shown.map(({ type, value }) => (type === 'integer' ? `{{${name}}}` : value)).join('');
    // Fixed blanks are for typesetters; a chat wants plain ones.
    return told.replaceAll(/[\u00a0\u202f]/g, ' ');
  };
  const texts = Object.entries(own.texts).map(([key, text]) => [
    key,
    text.replaceAll(amount, (_, name: string) => write(name)),
  ]);
  return { ...own, texts: Object.fromEntries(texts) };
}

/** The ready-made flows in a language, with the currency of a country. */
export const readTemplates = (language: Language, country: string): FlowTemplate[] =>
  (Object.keys(builders) as (keyof TemplateWords)[]).map((key) => build(key, language, country));
