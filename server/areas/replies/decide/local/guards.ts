import { findOwnMatter } from '../own-matters/find-own-matter.ts';
import { findExactFaq } from './exact-faq.ts';
import { answer, type Finding, type Search } from './finding.ts';
import { isInjection } from './injection.ts';
import { intents } from './intents.ts';
import { asksForOthersData } from './privacy.ts';
import { findHandoffRule } from './rules.ts';
import { sayings } from './words.ts';

/**
 * Decides before any engine is asked: on a message without text, a call for a person, the customer's own booking or
 * order, misuse, and questions for other people's data. Null if an engine may answer, as it may where the owner has
 * answered these very words.
 */
export async function guard(search: Search): Promise<Finding | null> {
  const { words, say, context, trace } = search;
  const matter = findOwnMatter(context, words, trace.language);
  if (words.length === 0 && matter === null) return { kind: 'miss', text: say.unreadable };
  if (findExactFaq(context)) return null;
  const called = await callPerson(search);
  if (called) return called;
  return matter ? { kind: 'handoff', reason: matter } : refuseMisuse(search);
}

async function callPerson({ platform, context, words, say }: Search): Promise<Finding | null> {
  const { behavior } = context.agent;
  if (intents.person.has(words)) return { kind: 'handoff', reason: 'asked' };
  // The last reply admitted a miss and offered to call someone.
  if (context.missesInARow > 0 && intents.yes.only(words)) return { kind: 'handoff', reason: 'asked' };
  if (context.missesInARow > 0 && intents.no.only(words)) return answer(say.nothingElse);
  if (sayings(...behavior.handoffKeywords).has(words)) return { kind: 'handoff', reason: 'keyword' };
  return (await findHandoffRule(platform, context)) && { kind: 'handoff', reason: 'rule' };
}

function refuseMisuse({ context, words, say }: Search): Finding | null {
  if (isInjection(words)) return answer(say.onlyTheShop);
  const { workspace, agent, items, contact, text } = context;
  const known = [
    workspace.name,
    agent.name,
    contact.name ?? '',
    ...[...agent.services, ...items].map(({ name }) => name),
  ];
  return asksForOthersData(text, known) ? answer(say.privacy) : null;
}
