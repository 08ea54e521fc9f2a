import { createContext, useContext } from 'react';
import type { Draft, StepType } from '../draft/draft.ts';
import type { Spot } from '../draft/edit-draft.ts';

/** What a person does with the flow, by mouse, by key or in a form; the same wherever it is shown. */
export interface BuilderActions {
  /** Replaces the draft; changes of the same subject in a row are undone together. */
  edit(next: Draft, subject?: string): void;
  /** Chooses steps; the last one is the one whose form is shown. */
  select(ids: string[]): void;
  /** Shows the form of a step and goes to the field at a path, else to its first field. */
  openForm(id: string, path?: string): void;
  /** Asks for the kind of a step to add there. */
  askKind(spot: Spot | null): void;
  add(spot: Spot | null, type: StepType): void;
  remove(ids: string[]): void;
  duplicate(ids: string[]): void;
  move(id: string, by: -1 | 1): void;
  copy(ids: string[]): string | null;
  paste(text: string | null): void;
  undo(): void;
  redo(): void;
  tidy(): void;
}

export const BuilderContext = createContext<BuilderActions | null>(null);

export function useBuilder(): BuilderActions {
  const actions = useContext(BuilderContext);
  if (!actions) throw new Error('No flow to build');
  return actions;
}
