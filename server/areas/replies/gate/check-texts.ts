import type { GateCase } from '../../agents/index.ts';
import type { Check, Finding } from './check.ts';
import { contactChecks } from './checks/contact-checks.ts';
import { faqChecks } from './checks/faq-checks.ts';
import { hoursChecks } from './checks/hours-checks.ts';
import { priceChecks } from './checks/price-checks.ts';
import { secretChecks } from './checks/secret-checks.ts';
import { setupChecks } from './checks/setup-checks.ts';
import type { Subject } from './subject.ts';
import { listTexts } from './texts.ts';
import { sayAdvice, sayExpected } from './words.ts';

const checks: Check[] = [
  ...priceChecks,
  ...hoursChecks,
  ...faqChecks,
  ...contactChecks,
  ...secretChecks,
  ...setupChecks,
];
/** Faults of one kind that a run lists; fixing these shows the next. */
const mostFindings = 10;
const longestText = 500;

/**
 * The cases that only read what the owner wrote and set: one a check, or one for each of its faults. `isKnown` says
 * whether an asked case has given the same advice already.
 */
export function checkTexts(subject: Subject, isKnown: (advice: string) => boolean): GateCase[] {
  const texts = listTexts(subject);
  return checks.flatMap((check) => {
    const found = check
      .find(subject, texts)
      .filter((finding) => !isKnown(sayAdvice(subject.workspace.language, finding)));
    return found.length === 0
      ? [toCase(subject, check, null, 1)]
      : found.slice(0, mostFindings).map((finding, index) => toCase(subject, check, finding, index + 1));
  });
}

function toCase({ workspace }: Subject, check: Check, finding: Finding | null, number: number): GateCase {
  const { capability, flavour, expected } = check;
  return {
    ...{ id: `${capability}/${flavour}/${number}`, capability, flavour, passed: finding === null },
    message: finding?.text?.title ?? '',
    expected: sayExpected(workspace.language, expected),
    answer: finding?.text?.text.slice(0, longestText) ?? null,
    advice: finding && sayAdvice(workspace.language, finding),
  };
}
