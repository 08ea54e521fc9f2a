import { unknownReference } from '../../../platform/problem.ts';
import type { Rule } from '../schemas.ts';
import { mostRules, type RulesPatch } from './configuration.schemas.ts';
import { assertRoom, moveEntry, orderEntries } from './order-entries.ts';

/**
 * Applies one change to the rules and renumbers them from 0. `id` is used for an added rule. Throws 404 for an unknown
 * rule, 400 `too_many`, and 400 for an order that does not name each rule once.
 */
export function changeRules(rules: Rule[], patch: RulesPatch, id: string): Rule[] {
  return applyPatch(rules, patch, id).map((rule, order) => ({ ...rule, order }));
}

function applyPatch(rules: Rule[], { add, update, remove, reorder }: RulesPatch, id: string): Rule[] {
  if (add) {
    assertRoom(rules, mostRules, 'rules');
    const { order = rules.length, ...rule } = add;
    return moveEntry([...rules, { ...rule, id, order }], id, order);
  }
  if (update) {
    const present = requireRule(rules, update.id, 'body.update.id');
    const { order = present.order, kind = present.kind, text = present.text, active = present.active } = update;
    const changed = { id: present.id, kind, text, active, order };
    return moveEntry(
      rules.map((rule) => (rule.id === present.id ? changed : rule)),
      present.id,
      order,
    );
  }
  if (remove !== undefined) {
    const gone = requireRule(rules, remove, 'body.remove');
    return rules.filter((rule) => rule.id !== gone.id);
  }
  return orderEntries(rules, reorder ?? [], 'body.reorder');
}

function requireRule(rules: Rule[], id: string, field: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found) return found;
  throw unknownReference(field, 'The agent has no such rule');
}
