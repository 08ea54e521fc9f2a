import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import type { InputArguments, OperationId } from '../../api/operations.ts';
import { ApiError } from '../../api/refusals.ts';
import { notifyDone, notifyFailure } from '../feedback/notify.ts';

/** Mutation that saves; stores the response as the query data of `key`. */
export function useSave<Saved, Input = void>(
  key: QueryKey,
  save: (input: Input) => Promise<Saved>,
  /** `quiet`: the form shows its errors itself. `isSeen`: the change is visible, so success shows no notification. */
  { quiet = false, isSeen = false } = {},
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      if (!isSeen) notifyDone(t('common.saved'));
    },
    ...(quiet ? {} : { onError: notifyFailure }),
  });
}

/** Mutation after which the queries of `key` are refetched. */
export function useAct<Input = void>(key: QueryKey, act: (input: Input) => Promise<unknown>, { quiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    ...(quiet ? {} : { onError: notifyFailure }),
  });
}

/** Mutation that downloads the response of an operation as a file. */
export const useDownload = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  useMutation({ mutationFn: () => download(id, ...input), onError: notifyFailure });

/** Messages by field; empty for any other error. */
export const fieldsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The error, or null if every field it names is in `shown` (absent: all fields are). */
export function restOf(error: Error | null, shown?: string[]): Error | null {
  const named = Object.keys(fieldsOf(error));
  return named.length > 0 && named.every((field) => shown?.includes(field) ?? true) ? null : error;
}
