import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { formatPhone } from '../values/phone.ts';
import { Time } from '../values/time.tsx';
import { useFormats } from '../values/use-formats.ts';
import { type Entry, type Marked, plain } from './entry.ts';
import { iconOf } from './icons.ts';

type Hit = Result<'searchEverything'>['data'][number];

/** Long enough that most people type the next letter within it. */
const typingPauseMs = 120;
const shortest = 2;
const keepMs = 30_000;

/** The server's title of a customer without name, number and user name. */
const unnamed = '–';

export interface Hits {
  entries: Entry[];
  /** The entries answer an earlier text. */
  isStale: boolean;
  error: Error | null;
}

/** What the server finds for a text. An answer belongs to its text, so a late one never replaces a newer one. */
export function useHits(text: string): Hits {
  const [asked] = useDebouncedValue(text, typingPauseMs);
  const isAsked = asked.length >= shortest;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...operationQuery('searchEverything', { query: { q: asked } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: keepMs,
  });
  const toEntry = useToEntry(data?.currency ?? null);
  const isLongEnough = text.length >= shortest;
  return {
    entries: isLongEnough && isAsked && data ? data.data.map(toEntry) : [],
    isStale: isLongEnough && (asked !== text || isPlaceholderData || (isFetching && !data)),
    error: isLongEnough && asked === text ? error : null,
  };
}

function useToEntry(currency: string | null): (hit: Hit) => Entry {
  const { t } = useTranslation('palette');
  const { money } = useFormats();
  return (hit) => {
    const { kind, id, at, status, amount } = hit;
    return {
      id: `${kind}-${id}`,
      group: kind,
      icon: iconOf(kind),
      title: hit.title.text === unnamed ? plain(t('shell:hidden.customer')) : formatMarked(hit.title),
      detail: hit.snippet && formatMarked(hit.snippet),
      href: hrefOf(hit),
      note: (
        <>
          {status !== null && <span>{t(`statuses.${kind}.${status}`)}</span>}
          {amount !== null && <span>{money(amount, currency)}</span>}
          {at !== null && <Time at={at} style={kind === 'appointment' ? 'datetime' : 'short'} />}
        </>
      ),
    };
  };
}

/** A phone number loses its matches when it is formatted. */
function formatMarked(marked: Marked): Marked {
  const phone = formatPhone(marked.text);
  return phone === marked.text ? marked : plain(phone);
}

/** A person, an order, an appointment, a message in its conversation; of a lead the conversation with its person. */
function hrefOf({ kind, id, conversationId }: Hit): string | null {
  if (kind === 'contact') return `/customers/${id}`;
  if (kind === 'order') return `/orders/${id}`;
  if (kind === 'appointment') return `/calendar/${id}`;
  if (conversationId === null) return null;
  return kind === 'message' ? `/inbox/${conversationId}?message=${id}` : `/inbox/${conversationId}`;
}
