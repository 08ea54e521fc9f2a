import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyTrouble } from '../../../components/feedback/notify.ts';
import { copySteps, pasteSteps, readCopied } from '../draft/copied-steps.ts';
import { findStep, triggerId } from '../draft/draft.ts';
import { insertSteps, moveDown, moveUp, removeSteps, type Spot } from '../draft/edit-draft.ts';
import { mainTarget } from '../draft/exits.ts';
import { newStep } from '../draft/new-step.ts';
import type { BuilderActions } from './builder-context.ts';
import type { DraftState } from './use-draft.ts';

const copiedKey = 'frontdesk.copied-steps';

interface View {
  selected: string[];
  select(ids: string[]): void;
  showForm(path: string): void;
  askKind(spot: Spot | null | undefined): void;
}

/** The actions on a draft. Their identity never changes, so that cards need not be drawn again. */
export function useActions(state: DraftState, flowId: string, view: View): BuilderActions {
  const { t } = useTranslation('flows');
  const now = useRef({ state, view, t });
  now.current = { state, view, t };
  return useMemo((): BuilderActions => {
    const edit: BuilderActions['edit'] = (next, subject) => now.current.state.edit(next, subject);
    const select = (ids: string[]) => now.current.view.select(ids);
    const draftNow = () => now.current.state.draft;
    const stepsAmong = (ids: string[]) => ids.filter((id) => findStep(draftNow(), id));
    const openForm = (id: string, path?: string) => {
      select([id]);
      now.current.view.showForm(path ?? '');
    };
    const paste = (text: string | null) => {
      const copied = readCopied(text ?? localStorage.getItem(copiedKey) ?? '');
      if (!copied) return;
      const { draft, ids } = pasteSteps(draftNow(), flowId, copied, now.current.view.selected.at(-1) ?? null);
      if (draft.steps.length > 100) return notifyTrouble(now.current.t('tooMany'));
      edit(draft);
      select(ids);
    };
    return {
      edit,
      select,
      openForm,
      paste,
      askKind: (spot) => now.current.view.askKind(spot),
      add(spot, type) {
        const draft = draftNow();
        const step = newStep(draft, type);
        edit(insertSteps(draft, [step], spot));
        openForm(step.id);
      },
      remove(ids) {
        const draft = draftNow();
        const gone = stepsAmong(ids);
        const [first] = gone;
        if (first === undefined) return;
        const step = findStep(draft, first);
        const after = step ? mainTarget(step) : null;
        const next = removeSteps(draft, gone);
        const before = draft.steps.find((one) => !gone.includes(one.id) && mainTarget(one) === first)?.id;
        edit(next);
        // What takes its place is chosen, so that one can go on by keyboard.
        const beside = [after, before].find((id) => id && next.steps.some((one) => one.id === id));
        select([beside ?? next.steps[0]?.id ?? triggerId]);
      },
      duplicate(ids) {
        const copied = copySteps(draftNow(), flowId, ids);
        if (!copied) return;
        const { draft, ids: copies } = pasteSteps(draftNow(), flowId, copied, ids.at(-1) ?? null);
        edit(draft);
        select(copies);
      },
      move(id, by) {
        const moved = by < 0 ? moveUp(draftNow(), id) : moveDown(draftNow(), id);
        if (moved) edit(moved);
      },
      copy(ids) {
        const copied = copySteps(draftNow(), flowId, ids);
        if (!copied) return null;
        const text = JSON.stringify(copied);
        localStorage.setItem(copiedKey, text);
        return text;
      },
      undo: () => now.current.state.undo(),
      redo: () => now.current.state.redo(),
      tidy: () => edit({ ...draftNow(), places: {} }),
    };
  }, [flowId]);
}

/** What a builder shows beside its draft: the chosen steps, the form, and the question for a kind. */
export function useView(onForm: () => void) {
  const [selected, select] = useState<string[]>([]);
  const [form, setForm] = useState<{ path: string } | null>(null);
  const [asked, askKind] = useState<Spot | null | undefined>(undefined);
  const showForm = (path: string) => {
    setForm({ path });
    onForm();
  };
  return { selected, select, form, showForm, asked, askKind };
}
