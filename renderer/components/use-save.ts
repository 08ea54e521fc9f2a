import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '../api/client.ts';
import type { InputArguments, OperationId } from '../api/operations.ts';
import { ApiError } from '../api/refusals.ts';
import { notifyDone, notifyFailure } from './notify.ts';

/** Saves something; what the server returns is from then on what is known under `key`. */
export function useSave<Saved, Input = void>(
  key: QueryKey,
  save: (input: Input) => Promise<Saved>,
  /** `quiet`: the form shows its failures itself. `isSeen`: so does the change, and nothing is said of it. */
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

/** Does something after which what is known under `key` is asked for again. */
export function useAct<Input = void>(key: QueryKey, act: (input: Input) => Promise<unknown>, { quiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    ...(quiet ? {} : { onError: notifyFailure }),
  });
}

/** Lets the browser download what an operation returns. */
export const useDownload = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  useMutation({ mutationFn: () => download(id, ...input), onError: notifyFailure });

/** What is wrong with which field. */
export const fieldsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The failure where it is not shown at its fields: it names none, or one that is not among `shown` (absent: all are). */
export function restOf(error: Error | null, shown?: string[]): Error | null {
  const named = Object.keys(fieldsOf(error));
  return named.length > 0 && named.every((field) => shown?.includes(field) ?? true) ? null : error;
}
