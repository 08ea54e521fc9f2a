import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callTagged, type Tagged } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { ApiError } from '../../api/refusals.ts';
import { notifyDone } from '../../components/notify.ts';
import { type Agent, agentQuery } from './queries.ts';

type Changes = Body<'updateAgent'>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether others have changed meanwhile what was to be saved. */
export const isOutdated = (error: Error | null): boolean => error instanceof ApiError && error.status === 412;

/**
 * Changes fields of an agent as it was `seen`. What others have changed of its other fields is no conflict; where they
 * have changed the same ones it throws the server's 412 and nothing is overwritten.
 */
export async function changeAgent(client: QueryClient, seen: Tagged<Agent>, changes: Changes): Promise<Tagged<Agent>> {
  const { id } = seen.answer;
  try {
    const saved = await callTagged('updateAgent', { path: { id }, body: changes }, seen.etag);
    client.setQueryData(agentQuery(id).queryKey, saved);
    return saved;
  } catch (error) {
    if (!(error instanceof ApiError) || !isOutdated(error)) throw error;
    const present = await client.fetchQuery({ ...agentQuery(id), staleTime: 0 });
    const fields = Object.keys(changes) as (keyof Agent)[];
    if (!fields.every((field) => isSame(seen.answer[field], present.answer[field]))) throw error;
    return changeAgent(client, present, changes);
  }
}

/** A part of an agent that is being edited. */
export interface AgentForm<Draft> {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  isDirty: boolean;
  isSaving: boolean;
  error: Error | null;
  /** What is wrong with which field, by its path. */
  faults: Record<string, string>;
  save(): void;
  /** Takes what is saved now in place of what was typed. */
  discard(): void;
  /** Keeps what was typed although others have saved meanwhile; the next save replaces theirs. */
  insist(): void;
}

/**
 * `read` makes the draft of an agent, `toChanges` what is sent of it: the two decide what the form is about. A form that
 * nobody has touched follows what others save.
 */
export function useAgentForm<Draft extends object>(
  present: Tagged<Agent>,
  read: (agent: Agent) => Draft,
  toChanges: (draft: Draft, agent: Agent) => Changes,
): AgentForm<Draft> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [seen, setSeen] = useState(present);
  const [draft, setDraft] = useState(() => read(present.answer));
  const save = useMutation({
    mutationFn: (sent: Draft) => changeAgent(client, seen, toChanges(sent, seen.answer)),
    onSuccess: (saved, sent) => {
      setSeen(saved);
      setDraft((now) => (now === sent ? read(saved.answer) : now));
      notifyDone(t('common.saved'));
      invalidate(client, reads.agents);
    },
  });
  const isDirty = !isSame(toChanges(draft, seen.answer), toChanges(read(seen.answer), seen.answer));
  if (seen !== present && !isDirty && !save.isPending) {
    setSeen(present);
    setDraft(read(present.answer));
  }
  return {
    draft,
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    faults: save.error instanceof ApiError ? save.error.fields : {},
    save: () => save.mutate(draft),
    discard() {
      setSeen(present);
      setDraft(read(present.answer));
      save.reset();
    },
    insist() {
      setSeen(present);
      save.reset();
    },
  };
}
