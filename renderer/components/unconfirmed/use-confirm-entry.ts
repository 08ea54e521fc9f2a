import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../feedback/notify.ts';
import type { EntryKind } from './entry.ts';

function confirm(kind: EntryKind, id: string, at: string) {
  const [path, body] = [{ id }, { at }];
  switch (kind) {
    case 'order':
      return call('confirmOrderEntry', { path, body });
    case 'appointment':
      return call('confirmAppointmentEntry', { path, body });
    case 'card':
      return call('confirmCrmCardEntry', { path, body });
    case 'lead':
      return call('confirmLeadEntry', { path, body });
    case 'contact':
      return call('confirmContactEntry', { path: { phone: id }, body });
  }
}

/** Confirms a record's entries as shown, those until `at`, and reloads everything that shows the record. */
export function useConfirmEntry(kind: EntryKind, id: string, at: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => confirm(kind, id, at),
    onSettled: () => client.invalidateQueries(),
    onError: notifyFailure,
  });
}
