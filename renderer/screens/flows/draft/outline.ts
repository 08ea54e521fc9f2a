import { type Draft, findStep, type Step, triggerId } from './draft.ts';
import { type Exit, mainField, mainTarget, shownExits } from './exits.ts';

/** A line of the outline: the trigger, a step, a way out of one, or the way back to a step that is shown elsewhere. */
export type Line = { key: string; level: number } & (
  | { kind: 'trigger' }
  | { kind: 'step'; step: Step; isLoose: boolean }
  | { kind: 'exit'; step: Step; exit: Exit }
  | { kind: 'jump'; step: Step; exit: Exit; to: string }
);

/** The flow as an indented list: the usual way is on one level, other ways are below their step. */
export function linesOf(draft: Draft): Line[] {
  const lines: Line[] = [{ kind: 'trigger', key: triggerId, level: 1 }];
  const shown = new Set<string>();

  /** The steps that follow each other from here; none of them is shown below another one. */
  const take = (from: Step): Step[] => {
    const chain: Step[] = [];
    for (let at: Step | undefined = from; at && !shown.has(at.id); at = findStep(draft, mainTarget(at))) {
      shown.add(at.id);
      chain.push(at);
    }
    return chain;
  };

  const walk = (from: Step, level: number, isLoose: boolean): void => {
    const chain = take(from);
    for (const [index, step] of chain.entries()) {
      lines.push({ kind: 'step', key: step.id, level, step, isLoose: isLoose && index === 0 });
      for (const exit of shownExits(step)) {
        if (exit.field === mainField(step)) goOn(step, exit, level, chain[index + 1]);
        else branchOff(step, exit, level);
      }
    }
  };

  /** The usual way: the next line of the chain needs no words, what is shown elsewhere does. */
  const goOn = (step: Step, exit: Exit, level: number, next: Step | undefined): void => {
    const key = `${step.id}|${exit.field}`;
    if (exit.name === 'otherwise') lines.push({ kind: 'exit', key, level: level + 1, step, exit });
    const target = findStep(draft, exit.to);
    if (target && target !== next) lines.push({ kind: 'jump', key: `${key}>`, level, step, exit, to: target.id });
  };

  const branchOff = (step: Step, exit: Exit, level: number): void => {
    const key = `${step.id}|${exit.field}`;
    const target = findStep(draft, exit.to);
    if (!target && step.type !== 'branch') return;
    lines.push({ kind: 'exit', key, level: level + 1, step, exit });
    if (!target) return;
    if (shown.has(target.id)) lines.push({ kind: 'jump', key: `${key}>`, level: level + 2, step, exit, to: target.id });
    else walk(target, level + 2, false);
  };

  for (const [index, step] of draft.steps.entries()) if (!shown.has(step.id)) walk(step, 1, index > 0);
  return lines;
}
