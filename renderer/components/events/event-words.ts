import { useTranslation } from 'react-i18next';

const toKey = (text: string): string => text.replaceAll(/[. ]/g, '_').toLowerCase();

/** Translations of events and failures; a name without a translation is shown as it is. */
export function useEventWords() {
  const { t, i18n } = useTranslation('webhooks');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`webhooks:${key}`) ? t(key) : otherwise);
  return {
    /** Name of an event kind such as `message.received`. */
    kind: (type: string) => wordOf(`kinds.${toKey(type)}`, type),
    /** Name of a group in the event catalogue. */
    group: (name: string) => wordOf(`groups.${toKey(name)}`, name),
    source: (name: string) => wordOf(`sources.${name}`, name),
    /** Why a delivery or an attempt failed, with the HTTP status if there was a response. */
    error: (code: string, status: number | null) => {
      const word = wordOf(`errors.${code}`, code);
      return code === 'http_status' && status !== null ? `${word} (${status})` : word;
    },
  };
}
