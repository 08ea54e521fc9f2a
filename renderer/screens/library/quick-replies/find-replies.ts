import { fold } from '../../../components/form/fold.ts';
import { matchWords } from '../../../components/palette/match-words.ts';
import type { QuickReply } from './queries.ts';

/** How well a reply fits what was typed: the less, the better; null if it does not. */
function rankOf({ shortcut, content, group }: QuickReply, typed: string): number | null {
  const name = fold(bareShortcut(shortcut));
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  if (matchWords(`${shortcut} ${group ?? ''} ${content}`, typed)) return 2;
  return fold(`${name} ${content}`).includes(typed) ? 3 : null;
}

/** A shortcut without the slash with which some were stored. */
export const bareShortcut = (shortcut: string): string => shortcut.replace(/^\//, '');

const beginning = 1;

/**
 * Replies that fit what was typed: first those whose shortcut begins with it, then those with its words; the most used
 * ones first. `onlyShortcuts`: no words.
 */
export function findReplies(replies: QuickReply[], typed: string, { onlyShortcuts = false } = {}): QuickReply[] {
  const wanted = fold(bareShortcut(typed.trim()));
  return replies
    .flatMap((reply) => {
      const rank = rankOf(reply, wanted);
      return rank === null || (onlyShortcuts && rank > beginning) ? [] : [{ reply, rank }];
    })
    .sort((one, other) => one.rank - other.rank || other.reply.usageCount - one.reply.usageCount)
    .map(({ reply }) => reply);
}
