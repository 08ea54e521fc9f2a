import { fold } from '../../../platform/database/fold.ts';
import type { compareOperators } from '../triggers/trigger.schemas.ts';
import { readNumber } from './parse-answer.ts';

type Operator = (typeof compareOperators)[number];

/** Compares two values: as numbers if both are numbers, else as texts without case and accents. */
export function compareValues(actual: string, operator: Operator, expected: string): boolean {
  const [one, other] = [fold(actual.trim()), fold(expected.trim())];
  switch (operator) {
    case 'is_set':
      return one !== '';
    case 'is_empty':
      return one === '';
    case 'contains':
      return one.includes(other);
    case 'starts_with':
      return one.startsWith(other);
    case 'equals':
      return one === other || orderOf(actual, expected) === 0;
    case 'not_equals':
      return one !== other && orderOf(actual, expected) !== 0;
    case 'greater_than':
      return (orderOf(actual, expected) ?? (one > other ? 1 : -1)) > 0 && one !== '';
    case 'less_than':
      return (orderOf(actual, expected) ?? (one < other ? -1 : 1)) < 0 && one !== '';
  }
}

/** 1, 0 or -1 for two numbers; null if either text is not a number. */
function orderOf(one: string, other: string): number | null {
  const numbers = [one, other].map((text) => (/^-?[\d.,]+$/.test(text.trim()) ? readNumber(text) : null));
  return numbers[0] == null || numbers[1] == null ? null : Math.sign(numbers[0] - numbers[1]);
}
