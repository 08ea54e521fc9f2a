import { fold } from '../../../platform/database/fold.ts';
import type { Facts, Run } from '../runs/run.ts';
import { buildView, readVariable } from './build-view.ts';
import { compareValues } from './compare-values.ts';
import { renderText, type View } from './render-text.ts';
import type { Condition, StepOf } from './step.schemas.ts';

/** The `next` of the first branch whose conditions hold, else the `next` of the step. */
export function evaluateBranches({ config, next }: StepOf<'branch'>, run: Run, facts: Facts): string | null {
  const view = buildView(run, facts);
  const holds = (condition: Condition) => isTrue(condition, view, facts);
  const taken = config.branches.find(({ match, conditions }) =>
    match === 'all' ? conditions.every(holds) : conditions.some(holds),
  );
  return taken ? taken.next : next;
}

function isTrue(condition: Condition, view: View, facts: Facts): boolean {
  switch (condition.type) {
    case 'tag':
      return facts.contact.tags.some((tag) => fold(tag) === fold(condition.tag)) === condition.has;
    case 'business_hours':
      return facts.isOpen === condition.open;
    case 'contact':
      return compareValues(facts.contact[condition.field], condition.operator, renderText(condition.value ?? '', view));
    case 'variable':
      return compareValues(
        readVariable(view, condition.name),
        condition.operator,
        renderText(condition.value ?? '', view),
      );
  }
}
