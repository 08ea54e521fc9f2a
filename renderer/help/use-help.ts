import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadPatiently } from '../components/page/load-patiently.ts';
import type { Language } from '../words/index.ts';
import { type HelpPage, readPage } from './read-page.ts';

const pages: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./en.ts'),
  pt: () => import('./pt.ts'),
  es: () => import('./es.ts'),
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace('.md', '');

/** The help pages by screen in the console's language; undefined until they are here. They need no server. */
export function useHelp({ enabled = true } = {}): Map<string, HelpPage> | undefined {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  return useQuery({
    queryKey: ['help', language],
    queryFn: async () => {
      const { default: texts } = await loadPatiently(pages[language]);
      return new Map(Object.entries(texts).map(([path, text]) => [nameOf(path), readPage(text)]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data;
}
