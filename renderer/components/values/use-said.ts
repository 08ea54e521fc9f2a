import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';

type Message = Result<'listMessages'>['data'][number];
type Notice = Pick<NonNullable<Message['notice']>, 'kind' | 'title'>;
type Said = Pick<Message, 'type' | 'content' | 'deletedAt'> & { notice: Notice | null };

/** Returns a message as one line: its words, or the title of its notice. */
export function useSaid() {
  const { t } = useTranslation('shell');
  return useMemo(() => saidIn(t), [t]);
}

/** Kinds whose title is the vendor's name of the kind. */
const vendorsNames: ReadonlySet<string> = new Set(['unsupported', 'unknown']);

function saidIn(t: TFunction<'shell'>) {
  const sayNotice = ({ kind, title }: Notice): string => {
    const name = t(`messageNotices.${kind}`);
    if (title === null) return name;
    return vendorsNames.has(kind) ? `${name} (${title})` : `${name}: ${title}`;
  };
  const sayMessage = ({ type, content, notice, deletedAt }: Said): string => {
    if (deletedAt !== null) return t('messageDeleted');
    if (notice !== null) return sayNotice(notice);
    return (type === 'LOCATION' ? null : content) ?? t(`messageTypes.${type}`);
  };
  return { sayNotice, sayMessage };
}
