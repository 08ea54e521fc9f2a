import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { notifyFailure, notifyUndo } from '../../components/feedback/notify.ts';
import type { Flow } from './draft/draft.ts';
import { flowReads } from './queries.ts';

/** What is done with whole flows, in the list and in the builder. */
export function useFlowActions() {
  const { t } = useTranslation('flows');
  const client = useQueryClient();
  const common = { onError: notifyFailure, onSettled: () => invalidate(client, flowReads) };
  const setArchived = ({ id }: Flow, isArchived: boolean) =>
    call('updateFlow', { path: { id }, body: { status: isArchived ? 'ARCHIVED' : 'DRAFT' } });
  return {
    toggle: useMutation({
      ...common,
      mutationFn: ({ flow, active }: { flow: Flow; active: boolean }) =>
        call('toggleFlow', { path: { id: flow.id }, body: { active } }),
    }),
    duplicate: useMutation({
      ...common,
      mutationFn: ({ aiAgentId, name, trigger, steps }: Flow) =>
        call('createFlow', { body: { aiAgentId, name: t('copyOf', { name }).slice(0, 100), trigger, steps } }),
    }),
    archive: useMutation({
      ...common,
      mutationFn: ({ flow, isArchived }: { flow: Flow; isArchived: boolean }) => setArchived(flow, isArchived),
      onSuccess: (_, { flow, isArchived }) => {
        const undo = () => setArchived(flow, !isArchived).then(() => invalidate(client, flowReads));
        if (isArchived) notifyUndo(t('done.archived', { name: flow.name }), undo);
      },
    }),
    remove: useMutation({ ...common, mutationFn: ({ id }: Flow) => call('deleteFlow', { path: { id } }) }),
  };
}
