import { createContext, useContext } from 'react';
import type { Fault } from '../builder/faults.ts';
import type { Step } from '../draft/draft.ts';
import { readAt } from './value-path.ts';

/** What the fields of a step or of the trigger share. */
export interface FormState {
  /** The step or the trigger. */
  value: object;
  /** Sets the field at a path; undefined removes it. */
  set(path: string, value: unknown): void;
  faults: Fault[];
  /** Names that texts may contain. */
  variables: string[];
  /** Of the flow, to choose the next one. */
  steps: Step[];
  stepId: string;
  aiAgentId: string;
  /** Opens the choice of a new step at a way out. */
  addAt(field: string): void;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('No form of a step');
  return form;
}

/** Value, fault and change of one field. */
export function useField<Value>(path: string) {
  const { value, set, faults } = useForm();
  return {
    value: readAt(value, path) as Value | undefined,
    fault: faults.find(({ field }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`))
      ?.message,
    set: (next: Value | undefined) => set(path, next),
  };
}
