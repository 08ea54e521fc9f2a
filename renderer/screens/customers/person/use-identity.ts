import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyDone, notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { nameOf } from '../../../components/values/customer.ts';

const { contacts, conversations, conversation, orders, appointments, cards } = reads;
/** Queries whose results name the customer of a row. */
const whose = [
  ...contacts,
  ...conversations,
  ...conversation,
  ...orders,
  ...appointments,
  ...cards,
  'listLeads',
] as const;

/** Merges two customers, offers an undo, and opens the kept customer. */
export function useMerge(onMerged: () => void) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const undo = useUndoJoin();
  return useMutation({
    mutationFn: (body: Body<'mergeContacts'>) => call('mergeContacts', { body }),
    onSuccess: ({ id, joins: [join] }) => {
      if (join) notifyUndo(t('merge.done'), () => undo.mutateAsync(join.id));
      else notifyDone(t('merge.done'));
      onMerged();
      navigate(`/customers/${id}`);
      invalidate(client, whose);
    },
  });
}

/** Undoes a merge of the last day. */
export function useUndoJoin() {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('undoContactJoin', { path: { id } }),
    onSuccess: ({ other }) => notifyDone(t('joins.undone', { name: nameOf(other) })),
    onError: notifyFailure,
    onSettled: () => invalidate(client, whose),
  });
}

/** Splits one address off into a new customer, and opens the new customer. */
export function useSplit(id: string) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: Body<'splitContact'>) => call('splitContact', { path: { id }, body }),
    onSuccess: ({ other }) => {
      notifyDone(t('addresses.split'));
      navigate(`/customers/${other.id}`);
      invalidate(client, whose);
    },
    onError: notifyFailure,
  });
}

/** Changes a customer's number. */
export function useChangeNumber(id: string, onChanged: () => void) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (phone: string) => call('changeContactNumber', { path: { id }, body: { phone } }),
    onSuccess: () => {
      notifyDone(t('number.changed'));
      onChanged();
      invalidate(client, whose);
    },
  });
}
