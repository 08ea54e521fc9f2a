import { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'a URL such as https://shop.example/menu',
  date: 'a date such as 2027-01-31',
  time: 'a time of day such as 09:30',
  datetime: 'a time such as 2027-01-31T09:30:00Z',
};

type Issue = z.core.$ZodRawIssue;

/**
 * Says what would be right, as a predicate that follows the name of the field: `must be at most 100`. It replaces the
 * schema library's own words for every schema of this process; words that a schema brings itself win over both.
 */
function sayFault(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    return `must be ${kinds[issue.expected] ?? `of the kind ${issue.expected}`}`;
  }
  if (issue.code === 'too_small') return sayLeast(issue);
  if (issue.code === 'too_big') return sayMost(issue);
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return choices.length === 1 ? `must be exactly ${choices[0]}` : `must be one of ${choices.join(', ')}`;
  }
  if (issue.code === 'invalid_format') {
    const named = formats[issue.format];
    if (named) return `must be ${named}`;
    return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`;
  }
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'invalid_union') return 'has none of the possible forms';
  if (issue.code === 'invalid_key') return 'has a name that is not allowed';
  if (issue.code === 'invalid_element') return 'has a value that is not allowed';
  return undefined;
}

function sayLeast({ origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): string {
  const unit = unitOf(origin);
  if (unit === null) return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  if (origin === 'string' && Number(minimum) === 1 && !exact) return 'must not be empty';
  return `must have ${exact ? 'exactly' : 'at least'} ${count(minimum, unit)}`;
}

function sayMost({ origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): string {
  const unit = unitOf(origin);
  if (unit === null) return `must be ${inclusive ? 'at most' : 'less than'} ${maximum}`;
  return `must have ${exact ? 'exactly' : 'at most'} ${count(maximum, unit)}`;
}

const count = (number: number | bigint, unit: string): string => `${number} ${unit}${Number(number) === 1 ? '' : 's'}`;

/** What a length is counted in; null for what has no length. */
function unitOf(origin: string): string | null {
  if (origin === 'string') return 'character';
  return origin === 'array' || origin === 'set' ? 'item' : null;
}

z.config({ customError: sayFault });
