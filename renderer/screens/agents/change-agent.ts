import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callTagged, type Tagged } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { ApiError } from '../../api/refusals.ts';
import { notifyDone } from '../../components/feedback/notify.ts';
import { isSame, useBegun } from '../../kept/use-kept.ts';
import { type Agent, agentQuery } from './queries.ts';

type Changes = Body<'updateAgent'>;

/** Whether a save failed because others changed the same fields. */
export const isOutdated = (error: Error | null): boolean => error instanceof ApiError && error.status === 412;

/**
 * Updates fields of an agent as it was `seen`. Changes by others to other fields are no conflict; for the same fields
 * it throws the server's 412 and overwrites nothing.
 */
export async function changeAgent(client: QueryClient, seen: Tagged<Agent>, changes: Changes): Promise<Tagged<Agent>> {
  const { id } = seen.state;
  try {
    const saved = await callTagged('updateAgent', { path: { id }, body: changes }, seen.etag);
    client.setQueryData(agentQuery(id).queryKey, saved);
    return saved;
  } catch (error) {
    if (!(error instanceof ApiError) || !isOutdated(error)) throw error;
    const present = await client.fetchQuery({ ...agentQuery(id), staleTime: 0 });
    const fields = Object.keys(changes) as (keyof Agent)[];
    if (!fields.every((field) => isSame(seen.state[field], present.state[field]))) throw error;
    return changeAgent(client, present, changes);
  }
}

/** A form that edits part of an agent. */
export interface AgentForm<Draft> {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  isDirty: boolean;
  isSaving: boolean;
  error: Error | null;
  /** Messages by field path. */
  faults: Record<string, string>;
  save(): void;
  /** Replaces the input with the saved state. */
  discard(): void;
  /** Keeps the input although others have saved; the next save overwrites theirs. */
  insist(): void;
}

/** A changed draft, kept on the device with the saved state that it began with. */
interface KeptDraft<Draft> {
  draft: Draft;
  base: Draft;
  etag: string;
}

/**
 * `read` turns an agent into the draft, `toChanges` turns the draft into the request body. A form without changes
 * follows what others save; changes are kept on the device until they are saved or discarded.
 */
export function useAgentForm<Draft extends object>(
  card: string,
  present: Tagged<Agent>,
  read: (agent: Agent) => Draft,
  toChanges: (draft: Draft, agent: Agent) => Changes,
): AgentForm<Draft> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [kept, keep] = useBegun<KeptDraft<Draft> | null>(`agent.${present.state.id}.${card}`, null);
  const [seen, setSeen] = useState(() =>
    kept ? { etag: kept.etag, state: { ...present.state, ...toChanges(kept.base, present.state) } as Agent } : present,
  );
  const [draft, setDraft] = useState(() => kept?.draft ?? read(present.state));
  const save = useMutation({
    mutationFn: (sent: Draft) => changeAgent(client, seen, toChanges(sent, seen.state)),
    onSuccess: (saved, sent) => {
      setSeen(saved);
      setDraft((now) => (now === sent ? read(saved.state) : now));
      notifyDone(t('common.saved'));
      invalidate(client, reads.agents);
    },
  });
  const isDirty = !isSame(toChanges(draft, seen.state), toChanges(read(seen.state), seen.state));
  if (seen !== present && !isDirty && !save.isPending) {
    setSeen(present);
    setDraft(read(present.state));
  }
  const { etag, state } = seen;
  useEffect(() => keep(isDirty ? { draft, base: read(state), etag } : null), [keep, isDirty, draft, etag]);
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
      setDraft(read(present.state));
      save.reset();
    },
    insist() {
      setSeen(present);
      save.reset();
    },
  };
}
