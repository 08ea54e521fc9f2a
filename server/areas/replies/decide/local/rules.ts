import { fold } from '../../../../platform/database/fold.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Agent } from '../../../agents/index.ts';
import { matchExamples } from '../../../knowledge/index.ts';
import type { ReplyContext } from '../../reply.ts';
import { isSameWord, readNamingWords, readWords, sayings } from './words.ts';

type Rule = Agent['rules'][number];

/** Score from which a message matches a case of a rule; the same as for FAQs. */
const sameCase = 0.6;

/** Words by which a `must` rule calls the team. */
const callsTeam = sayings(
  'chame, chama, chamar, encaminhe, transfira, passe para, call, get someone, hand over, transfer, llama, llame, llamar, deriva, derive, pasa',
);
const bans = sayings('nao, nunca, jamais, do not, don t, never, no, not');
/** Matches a folded rule that forbids to promise or mention each of the terms that follow. */
const mentions =
  /^\s*(?:nao|nunca|jamais|do not|don't|never|no)\s+(?:prometas?|mencion\w*|fale|hables|ofereca|ofrezcas|promise|mention|offer|talk about)\s+/;

const activeRules = ({ agent }: ReplyContext, ...kinds: Rule['kind'][]): Rule[] =>
  agent.rules.filter(({ active, kind }) => active && kinds.includes(kind));

/** The rule that hands this message over to the team; null if there is none. */
export async function findHandoffRule(platform: Platform, context: ReplyContext): Promise<Rule | null> {
  const rules = [
    ...activeRules(context, 'handoff'),
    ...activeRules(context, 'must').filter(({ text }) => callsTeam.has(readWords(text))),
  ];
  const cases = rules.flatMap((rule) =>
    splitCases(rule.text).map((text, index) => ({ id: `${rule.id}#${index}`, text, rule })),
  );
  if (cases.length === 0) return null;
  const { workspace, text, agent } = context;
  const [best] = await matchExamples(platform, workspace.id, text, cases, agent.language);
  if (!best || best.score < sameCase) return null;
  return cases.find(({ id }) => id === best.id)?.rule ?? null;
}

/** The active `info` rules, which can be quoted. */
export const listInfoRules = (context: ReplyContext): Rule[] => activeRules(context, 'info');

/** Splits "Call the team for brides, allergic reactions or a client who is unhappy" into its cases. */
const splitCases = (text: string): string[] =>
  fold(text)
    .replaceAll(commands, ' ')
    .split(/[,;.:]|\b(?:ou|or|o|u|y|e|and)\b/)
    .map((part) => readNamingWords(part).join(' '))
    .filter((part) => part.length >= 4);

const commands =
  /\b(?:chame|llama|call|get)\b|\b(?:a |al |the |o )?(?:equipe|equipo|team|recepcao|recepcion|front desk|gerente|manager|encargado)\b|\b(?:quando|cuando|when|se|si|if|diante de|ante)\b|\b(?:o|el|the|um|un|a) (?:cliente|paciente|customer|client|patient)\b|\b(?:alguem|alguien|someone)\b/g;

/**
 * The `must_not` rule that a text breaks; null if it breaks none. A rule forbids the phrases that it quotes ("free of
 * charge") and each term that it forbids to promise or mention. Any other meaning of a rule is left to the language
 * model and to the owner's own answers.
 */
export function findBrokenRule(context: ReplyContext, text: string): Rule | null {
  const sentences = text
    .split(/[.!?\n]+/)
    .map(readWords)
    .filter((words) => words.length > 0 && !bans.has(words));
  return activeRules(context, 'must_not').find((rule) => breaks(rule, readWords(text), sentences)) ?? null;
}

function breaks(rule: Rule, all: string[], sentences: string[][]): boolean {
  const quoted = [...rule.text.matchAll(/["“”«»]([^"“”«»]{2,})["“”«»]/gu)].map((match) => match[1] ?? '');
  if (quoted.some((saying) => sayings(saying).has(all))) return true;
  const text = fold(rule.text);
  const verb = mentions.exec(text);
  if (!verb) return false;
  const things = text
    .slice(verb[0].length)
    .split(/[,;.]|\b(?:ou|or|o|u|nem|ni)\b/)
    .map(readNamingWords)
    .filter((words) => words.length > 0);
  return things.some((thing) =>
    sentences.some((sentence) => thing.every((word) => sentence.some((said) => isSameWord(said, word)))),
  );
}
