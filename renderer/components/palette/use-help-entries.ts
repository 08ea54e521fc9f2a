import { IconHelp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type HelpPage, plainText } from '../../help/read-page.ts';
import { useHelp } from '../../help/use-help.ts';
import { screens } from '../../screens/index.ts';
import { useIsOwner } from '../../session.ts';
import { type Entry, plain } from './entry.ts';
import { matchWords } from './match-words.ts';

const shortest = 3;
const mostShown = 4;

/** Help pages whose title, or a line of which, has the words that were typed. */
export function useHelpEntries(text: string): Entry[] {
  const { t } = useTranslation('palette');
  const isOwner = useIsOwner();
  const isAsked = text.length >= shortest;
  const pages = useHelp({ enabled: isAsked });
  if (!pages || !isAsked) return [];
  return screens
    .flatMap(({ name, role }) => {
      const page = role === 'owner' && !isOwner ? undefined : pages.get(name);
      if (!page) return [];
      const titled = t('help', { name: page.title });
      const title = matchWords(titled, text);
      const detail = title ? null : findLine(page, text);
      if (!title && !detail) return [];
      const entry = { id: `help-${name}`, group: 'help' as const, icon: IconHelp, href: `/help/${name}` };
      return [{ rank: title ? 0 : 1, entry: { ...entry, title: title ?? plain(titled), detail } }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostShown)
    .map(({ entry }) => entry);
}

/** The first line with the words, headings and questions before the rest. */
function findLine({ intro, tasks, questions }: HelpPage, text: string): Entry['detail'] {
  const lines = [
    ...tasks.map(({ heading }) => heading),
    ...questions.map(({ question }) => question),
    intro,
    ...tasks.flatMap(({ steps }) => steps),
    ...questions.map(({ answer }) => answer),
  ];
  for (const line of lines) {
    const found = matchWords(plainText(line), text);
    if (found) return found;
  }
  return null;
}
