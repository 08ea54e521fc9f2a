import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../feedback/notify.ts';
import type { EntryKind } from './entry.ts';

function confirm(kind: EntryKind, id: string) {
  const path = { id };
  switch (kind) {
    case 'order':
      return call('confirmOrderEntry', { path });
    case 'appointment':
      return call('confirmAppointmentEntry', { path });
    case 'card':
      return call('confirmCrmCardEntry', { path });
    case 'lead':
      return call('confirmLeadEntry', { path });
    case 'contact':
      return call('confirmContactEntry', { path: { phone: id } });
  }
}

/** Confirms a record's unconfirmed entries, and reloads everything that shows the record. */
export function useConfirmEntry(kind: EntryKind, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => confirm(kind, id),
    onSuccess: () => client.invalidateQueries(),
    onError: notifyFailure,
  });
}
