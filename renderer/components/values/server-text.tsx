import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadServerWords, tell } from '../../api/server-words.ts';

/** A text of the server, such as the result of a check, in the console's language if there is a translation. */
export function ServerText({ text }: { text: string }) {
  const { language } = useTranslation().i18n;
  const { data } = useQuery({
    queryKey: ['server words', language],
    queryFn: () => loadServerWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? tell(data, text) : text;
}
