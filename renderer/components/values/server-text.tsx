import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadServerWords, tell } from '../../api/server-words.ts';

/** A text of the server, such as the result of a check, in the console's language if there is a translation. */
export const ServerText = ({ text }: { text: string }) => useServerText()(text);

/** Translates such texts, to be put into a sentence. */
export function useServerText(): (text: string) => string {
  const { language } = useTranslation().i18n;
  const { data } = useQuery({
    queryKey: ['server words', language],
    queryFn: () => loadServerWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (text) => (data ? tell(data, text) : text);
}
