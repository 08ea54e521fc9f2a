import { useEffect, useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import { type Draft, type Flow, isSameFlow, toDraft } from '../draft/draft.ts';
import { begin, change, type History, redo, undo } from '../draft/history.ts';
import { readPlaces, writePlaces } from './places.ts';

/** A changed draft, kept on the device with the saved flow that it began with. */
interface KeptDraft {
  draft: Draft;
  seen: Tagged<Flow>;
}

/** The draft of a flow, its history and the saved flow. The draft is kept on the device until it is saved or discarded. */
export function useDraft(present: Tagged<Flow>) {
  const { id } = present.state;
  /** The saved flow that the draft began with; its ETag tells whether others saved meanwhile. */
  const [kept, keep] = useBegun<KeptDraft | null>(`flow.${id}`, null);
  const [seen, setSeen] = useState(kept?.seen ?? present);
  const [history, setHistory] = useState<History>(() => {
    const history = begin(toDraft(seen.state, readPlaces(id)));
    return kept ? change(history, kept.draft) : history;
  });
  const draft = history.present;
  const isDirty = !isSameFlow(draft, toDraft(seen.state));
  // What was just saved or restored is newer than what was read before.
  const isBehind = present.state.updatedAt < seen.state.updatedAt;
  if (seen !== present && !isDirty && !isBehind) {
    setSeen(present);
    if (!isSameFlow(draft, toDraft(present.state))) setHistory(begin(toDraft(present.state, draft.places)));
  }
  const { places } = draft;
  useEffect(() => writePlaces(id, places), [id, places]);
  useEffect(() => keep(isDirty ? { draft, seen } : null), [keep, isDirty, draft, seen]);
  return {
    seen,
    draft,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Replaces the draft; changes of the same subject in a row are undone together. */
    edit: (next: Draft, subject?: string) => setHistory((now) => change(now, next, subject)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** A change is saved; `sent` is the draft that went with it. The server fills in what it left out. */
    settle(saved: Tagged<Flow>, sent: Draft | null) {
      setSeen(saved);
      setHistory((now) => (now.present === sent ? { ...now, present: toDraft(saved.state, sent.places) } : now));
    },
    /** Keeps the draft although others have saved; the next save replaces theirs. */
    insist: () => setSeen(present),
    /** Begins anew with what is saved; the draft can be undone back to. */
    discard(saved = present) {
      setSeen(saved);
      setHistory((now) => change(now, toDraft(saved.state, now.present.places)));
    },
  };
}

export type DraftState = ReturnType<typeof useDraft>;
