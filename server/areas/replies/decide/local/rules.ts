import { fold } from '../../../../platform/database/fold.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Agent } from '../../../agents/index.ts';
import { matchExamples } from '../../../knowledge/index.ts';
import type { ReplyContext } from '../../reply.ts';
import { isSameWord, readNamingWords, readWords, sayings } from './words.ts';

type Rule = Agent['rules'][number];

/** How alike a message and a case of a rule must be: the same limit as for what means the same. */
const sameCase = 0.6;

/** A rule that has the team called, whatever its kind. */
const callsTeam = sayings(
  'chame, chama, chamar, encaminhe, transfira, passe para, call, get someone, hand over, transfer, llama, llame, llamar, deriva, derive, pasa',
);
const bans = sayings('nao, nunca, jamais, do not, don t, never, no, not');
/** Folded. A rule with such a verb forbids each of the things that follow. */
const mentions =
  /^\s*(?:nao|nunca|jamais|do not|don't|never|no)\s+(?:prometas?|mencion\w*|fale|hables|ofereca|ofrezcas|promise|mention|offer|talk about)\s+/;

const activeRules = ({ agent }: ReplyContext, ...kinds: Rule['kind'][]): Rule[] =>
  agent.rules.filter(({ active, kind }) => active && kinds.includes(kind));

/** The rule that calls the team in the case of this message; null when there is none. */
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

/** What rules of the kind `info` know, as things that can be quoted. */
export const listInfoRules = (context: ReplyContext): Rule[] => activeRules(context, 'info');

/** The cases of "Call the team for brides, allergic reactions or a client who is unhappy". */
const splitCases = (text: string): string[] =>
  fold(text)
    .replaceAll(commands, ' ')
    .split(/[,;.:]|\b(?:ou|or|o|u|y|e|and)\b/)
    .map((part) => readNamingWords(part).join(' '))
    .filter((part) => part.length >= 4);

const commands =
  /\b(?:chame|llama|call|get)\b|\b(?:a |al |the |o )?(?:equipe|equipo|team|recepcao|recepcion|front desk|gerente|manager|encargado)\b|\b(?:quando|cuando|when|se|si|if|diante de|ante)\b|\b(?:o|el|the|um|un|a) (?:cliente|paciente|customer|client|patient)\b|\b(?:alguem|alguien|someone)\b/g;

/**
 * The `must_not` rule that a text breaks; null when it breaks none. A rule forbids what it quotes ("free of charge"),
 * and, where it forbids to promise or mention things, each of them. Rules are prose: what else they mean is up to the
 * language model and to the owner's own answers.
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
