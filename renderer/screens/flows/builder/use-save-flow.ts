import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { callTagged } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { type Flow, toBody } from '../draft/draft.ts';
import { flowQuery, flowReads } from '../queries.ts';
import type { DraftState } from './use-draft.ts';

/** A change beside what the draft itself changes: its name, or on and off. */
export type Change = Pick<Body<'updateFlow'>, 'name' | 'active'>;

/** A new name, or to turn the flow off, leaves the draft as it is. */
const takesDraft = ({ name, active }: Change): boolean => name === undefined && active !== false;

/** Whether a save failed because others saved before. */
export const isOutdated = (error: Error | null): boolean => error instanceof ApiError && error.status === 412;

/** Saves the draft with further changes, and only if nobody else has saved since it began. */
export function useSaveFlow(state: DraftState, id: string) {
  const { t } = useTranslation('flows');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const sent = takesDraft(change) && state.isDirty ? state.draft : null;
      const body = { ...(sent && toBody(sent)), ...change } as Body<'updateFlow'>;
      return { saved: await callTagged('updateFlow', { path: { id }, body }, state.seen.etag), sent };
    },
    onSuccess: ({ saved, sent }, { active, name }) => {
      state.settle(saved, sent);
      client.setQueryData(flowQuery(id).queryKey, saved);
      if (active !== undefined) notifyDone(t(active ? 'done.on' : 'done.off'));
      else if (name !== undefined) notifyDone(t('shell:common.saved'));
      else notifyDone(savedWords(saved.state, t));
      invalidate(client, flowReads);
    },
    // What others saved is read, to be taken over or replaced.
    onError: (error) => {
      if (isOutdated(error)) invalidate(client, flowReads);
    },
  });
}

const savedWords = ({ active, version }: Flow, t: TFunction<'flows'>): string =>
  active ? t('done.savedOn', { version }) : t('shell:common.saved');
