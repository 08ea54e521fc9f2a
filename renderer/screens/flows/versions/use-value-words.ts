import { useTranslation } from 'react-i18next';
import type { Step } from '../draft/draft.ts';
import { branchesOf, exitsOf } from '../draft/exits.ts';
import { choicesOf, exitWords } from '../draft/summary.ts';
import { useStepNames, useWords } from '../step-names.ts';
import type { FieldChange } from './compare-versions.ts';

/** Fields that name a step. */
const exits = new Set(['next', 'onTimeout', 'onInvalid', 'onNone', 'onError', 'stepId']);
const kinds = new Set(['kind', 'type']);

/** Tells the value of a changed field in words; `steps` are those of its version, whose names it may hold. */
export function useValueWords() {
  const { t } = useTranslation('flow-parts');
  const say = useWords();
  const nameOf = useStepNames();
  return (field: FieldChange['field'], value: unknown, steps: Step[]): string => {
    const stepName = (id: unknown): string => {
      const step = steps.find((one) => one.id === id);
      return step ? nameOf(step) : t('versions.ends');
    };
    if (exits.has(field)) return stepName(value);
    if (value === undefined || value === null || value === '') return t('versions.nothing');
    if (field === 'branches') {
      const step = { type: 'branch', config: { branches: value }, next: null } as unknown as Step;
      const choices = choicesOf({ steps });
      const ways = exitsOf(step).slice(0, branchesOf(step).length);
      return ways.map((way) => `${exitWords(say, step, way, choices)} → ${stepName(way.to)}`).join('\n');
    }
    if (kinds.has(field) && typeof value === 'string') return kindWords(say, value);
    if (typeof value === 'boolean') return t(value ? 'versions.yes' : 'versions.no');
    return plainWords(value);
  };
}

/** The name of a kind of step, of trigger or of answer. */
function kindWords(say: ReturnType<typeof useWords>, kind: string): string {
  const known = [`kinds.${kind}`, `triggers.${kind}`, `ask.kinds.${kind}`].map((key) => [key, say(key)] as const);
  return known.find(([key, words]) => words !== key)?.[1] ?? kind;
}

/** Texts as they are, lists by comma, named values by line. */
function plainWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { label, value: chosen, ...rest } = value as Record<string, unknown>;
  if (chosen !== undefined && Object.keys(rest).length === 0) return String(label ?? chosen);
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${plainWords(entry)}`)
    .join('\n');
}
