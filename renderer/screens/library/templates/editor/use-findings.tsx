import { useDebouncedValue } from '@mantine/hooks';
import { IconBulb } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Result } from '../../../../api/operations.ts';
import { operationQuery } from '../../../../api/query.ts';
import { ServerText } from '../../../../components/values/server-text.tsx';
import { type Draft, toBody } from './draft.ts';
import { placeOf } from './place.ts';

type Finding = Result<'checkChatTemplate'>['findings'][number];

/** Long enough that most people type the next letter within it. */
const typingPauseMs = 350;

export interface Findings {
  /** Props of the field at a place: faults in red once it was written in, hints with a bulb, else its help. */
  at(place: string, isWritten: boolean, help?: ReactNode): FieldNotes;
  /** Places with faults, in the order of the form. */
  faults: string[];
  hints: number;
  /** The findings belong to what is written now. */
  isCurrent: boolean;
}

interface FieldNotes {
  error: ReactNode;
  description: ReactNode;
  inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[];
}

/** Order with hints below the field. */
const below: FieldNotes['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** What the server finds in a draft while it is written. */
export function useFindings(channelId: string, draft: Draft): Findings {
  const written = JSON.stringify(toBody(draft));
  const [asked] = useDebouncedValue(written, typingPauseMs);
  const { data, isPlaceholderData } = useQuery({
    ...operationQuery('checkChatTemplate', { body: { channelId, draft: JSON.parse(asked) } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const findings = data?.findings ?? [];
  const byPlace = Map.groupBy(findings, ({ path }) => placeOf(path, draft));
  const faults = [...byPlace].filter(([, found]) => found.some(isFault)).map(([place]) => place);
  return {
    faults,
    hints: findings.filter((finding) => !isFault(finding)).length,
    isCurrent: asked === written && !isPlaceholderData && data !== undefined,
    at(place, isWritten, help) {
      const found = byPlace.get(place) ?? [];
      const wrong = found.filter((finding) => isFault(finding) && isWritten);
      const hints = found.filter((finding) => !isFault(finding));
      return {
        error: wrong.length > 0 ? <Messages findings={wrong} /> : null,
        description: hints.length > 0 ? <Messages findings={hints} isHint /> : help,
        inputWrapperOrder: below,
      };
    },
  };
}

const isFault = ({ severity }: Finding): boolean => severity === 'error';

const Messages = ({ findings, isHint = false }: { findings: Finding[]; isHint?: boolean }) => (
  <>
    {[...new Set(findings.map(({ message }) => message))].map((message) => (
      <span key={message} className={isHint ? 'te-hint' : 'te-fault'}>
        {isHint && <IconBulb size={14} aria-hidden />}
        <ServerText text={message} />
      </span>
    ))}
  </>
);
