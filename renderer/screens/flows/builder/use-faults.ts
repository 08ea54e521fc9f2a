import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { loadServerWords, tell } from '../../../api/server-words.ts';
import { type Flow, toBody, triggerId } from '../draft/draft.ts';
import { type Fault, faultsIn, joinPath } from './faults.ts';
import type { DraftState } from './use-draft.ts';

const restMs = 350;

/** The faults of the draft, found by the server when one stops typing; those of a refused save until then. */
export function useFaults({ draft }: DraftState, { id, aiAgentId }: Flow, refusal: Error | null): Fault[] {
  const { language } = useTranslation().i18n;
  const [checked] = useDebouncedValue(draft, restMs);
  const { data } = useQuery({
    // Where cards stand is no fault.
    queryKey: ['checkFlowDraft', id, language, checked.trigger, checked.steps],
    queryFn: async () => {
      const words = await loadServerWords(language);
      const { faults } = await call('checkFlowDraft', { body: { aiAgentId, flowId: id, ...toBody(checked) } });
      return faults.map((fault) => toFault(fault, (message) => tell(words, message)));
    },
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  return useMemo(() => data ?? faultsIn(refusal, draft), [data, refusal, draft]);
}

interface ServerFault {
  path: (string | number)[];
  stepId: string | null;
  message: string;
}

function toFault({ path, stepId, message }: ServerFault, say: (message: string) => string): Fault {
  const [root, ...rest] = path;
  if (root === 'trigger') return { stepId: triggerId, field: joinPath(rest), message: say(message) };
  const inStep = root === 'steps' && stepId !== null;
  return { stepId, field: inStep ? joinPath(rest.slice(1)) : joinPath(path), message: say(message) };
}
