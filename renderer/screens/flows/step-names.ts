import { createContext, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventWords } from '../../components/events/event-words.ts';
import type { Step, Trigger } from './draft/draft.ts';
import type { Exit } from './draft/exits.ts';
import { type Choices, exitWords, stepWords, type Translate, triggerWords } from './draft/summary.ts';

/** Words of flows for the functions that make sentences of steps. */
export function useWords(): Translate {
  const { t } = useTranslation('flows');
  return t as unknown as Translate;
}

const most = 48;

/** The name of a step in a list: its kind and how it begins. */
export function useStepNames(): (step: Step) => string {
  const t = useWords();
  return (step) => {
    const words = stepWords(t, step).replaceAll(/\s+/g, ' ').trim();
    const cut = words.length > most ? `${words.slice(0, most)}…` : words;
    return cut === '' || step.type === 'end' || step.type === 'agent'
      ? `${t(`kinds.${step.type}`)} (${step.id})`
      : `${t(`kinds.${step.type}`)}: ${cut}`;
  };
}

const none: Choices = new Map();

/** The answers of the flow's questions; the same object for as long as they are the same. */
export const ChoicesContext = createContext<Choices>(none);

export const useChoices = (): Choices => useContext(ChoicesContext);

/** The words of a way out of a step. */
export function useExitWords(): (step: Step, exit: Exit) => string {
  const t = useWords();
  const choices = useChoices();
  return useCallback((step, exit) => exitWords(t, step, exit, choices), [t, choices]);
}

/** What begins a flow, in one line. */
export function useTriggerWords(): (trigger: Trigger) => string {
  const t = useWords();
  const { kind } = useEventWords();
  return (trigger) => triggerWords(t, trigger, kind);
}
