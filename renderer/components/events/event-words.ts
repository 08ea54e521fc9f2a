import { useTranslation } from 'react-i18next';

const toKey = (text: string): string => text.replaceAll(/[. ]/g, '_').toLowerCase();

/** Events and failures in words; what only a later server knows is shown as it calls it. */
export function useEventWords() {
  const { t, i18n } = useTranslation('webhooks');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`webhooks:${key}`) ? t(key) : otherwise);
  return {
    /** Of an event kind such as `message.received`. */
    kind: (type: string) => wordOf(`kinds.${toKey(type)}`, type),
    /** Of a group of the event catalogue. */
    group: (name: string) => wordOf(`groups.${toKey(name)}`, name),
    source: (name: string) => wordOf(`sources.${name}`, name),
    /** Why a delivery or an attempt is not there, with the answer's status where there was one. */
    error: (code: string, status: number | null) => {
      const word = wordOf(`errors.${code}`, code);
      return code === 'http_status' && status !== null ? `${word} (${status})` : word;
    },
  };
}
