import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import { useCollapsedNav } from '../../../nav/use-collapsed-nav.ts';
import { Attention } from '../attention/attention.tsx';
import { Canvas } from '../canvas/canvas.tsx';
import type { Lit, Marks } from '../canvas/nodes.ts';
import { type Draft, type Flow, triggerId } from '../draft/draft.ts';
import { type Choices, choicesOf } from '../draft/summary.ts';
import { StepPanel } from '../forms/step-panel.tsx';
import { Outline } from '../outline/outline.tsx';
import { flowQuery } from '../queries.ts';
import { RunsPanel } from '../runs/runs-panel.tsx';
import { useCounts } from '../runs/use-counts.ts';
import { ChoicesContext } from '../step-names.ts';
import { TestPanel } from '../test-run/test-panel.tsx';
import { BuilderContext } from './builder-context.ts';
import { countByStep } from './faults.ts';
import { KindPicker } from './kind-picker.tsx';
import { SaveTrouble } from './save-trouble.tsx';
import { Toolbar } from './toolbar.tsx';
import { useActions, useView } from './use-actions.ts';
import { useBuilderKeys } from './use-builder-keys.ts';
import { useDraft } from './use-draft.ts';
import { useFaults } from './use-faults.ts';
import { useSaveFlow } from './use-save-flow.ts';

/** A flow on the canvas or as an outline, with the form of a step, a test or its runs beside it. */
export function Builder({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(flowQuery(id));
  if (data) return <Loaded key={id} present={data} />;
  return error ? <Failure error={error} onRetry={refetch} /> : <Loading shape="page" />;
}

/** What stands beside the flow. */
export type Panel = 'form' | 'test' | 'runs' | null;

function Loaded({ present }: { present: Tagged<Flow> }) {
  const { id, aiAgentId } = present.state;
  const state = useDraft(present);
  const { draft, isDirty } = state;
  const save = useSaveFlow(state, id);
  const [panel, setPanel] = useState<Panel>(null);
  const [lit, setLit] = useState<Lit | null>(null);
  const [sought, setSought] = useState<{ id: string } | null>(null);
  const view = useView(() => setPanel('form'));
  const { selected, asked } = view;
  const actions = useActions(state, id, view);
  useBuilderKeys(actions, draft, selected);
  useCollapsedNav(true);
  useHotkeys([['mod+s', () => isDirty && !save.isPending && save.mutate({})]]);
  const faults = useFaults(state, present.state, save.error);
  const counts = useCounts(id);
  const choices = useStableChoices(draft);
  const marks = useMemo<Marks>(() => ({ faults: countByStep(faults), lit, counts }), [faults, lit, counts]);
  const isPhone = useMediaQuery('(max-width: 700px)', window.innerWidth <= 700);
  const [isOutline, setIsOutline] = useState(() => localStorage.getItem(viewKey) === 'outline');
  const showOutline = (shown: boolean) => {
    localStorage.setItem(viewKey, shown ? 'outline' : 'canvas');
    setIsOutline(shown);
  };
  const mend = (stepId: string | null, path: string) => {
    actions.openForm(stepId ?? triggerId, path);
    if (stepId !== null) setSought({ id: stepId });
  };
  const show = (next: Panel) => {
    setPanel(next);
    if (next !== 'test' && next !== 'runs') setLit(null);
  };
  const shownId = shownStep(selected);
  const backToFlow = () => {
    show(null);
    focusOn(selected.at(-1) ?? triggerId);
  };
  const View = isOutline || isPhone ? Outline : Canvas;
  return (
    <BuilderContext value={actions}>
      <ChoicesContext value={choices}>
        <LeaveGuard when={isDirty} />
        <div className="fw" data-panel={panel !== null || undefined}>
          <Toolbar
            state={state}
            flow={present.state}
            save={save}
            faults={faults}
            panel={panel}
            isOutline={isOutline}
            canChooseView={!isPhone}
            onShow={show}
            onOutline={showOutline}
            onMend={mend}
          />
          <div className="fw-main">
            <div className="fw-view">
              <SaveTrouble save={save} state={state} />
              <Attention flow={present.state} onMend={mend} />
              <View draft={draft} selected={selected} marks={marks} sought={sought} />
            </div>
            {panel === 'form' && shownId !== null && (
              <StepPanel
                id={shownId}
                draft={draft}
                aiAgentId={aiAgentId}
                faults={marks.faults.get(shownId) ?? []}
                wanted={view.form}
                onClose={backToFlow}
              />
            )}
            {panel === 'test' && (
              <TestPanel
                flow={present.state}
                draft={draft}
                onLit={setLit}
                onSeek={setSought}
                onClose={() => show(null)}
              />
            )}
            {panel === 'runs' && (
              <RunsPanel flowId={id} draft={draft} onLit={setLit} onSeek={setSought} onClose={() => show(null)} />
            )}
          </div>
        </div>
        <KindPicker
          opened={asked !== undefined}
          onClose={() => {
            view.askKind(undefined);
            focusOn(selected.at(-1) ?? triggerId);
          }}
          onPick={(type) => {
            view.askKind(undefined);
            actions.add(asked ?? null, type);
          }}
        />
      </ChoicesContext>
    </BuilderContext>
  );
}

function useStableChoices(draft: Draft): Choices {
  const key = JSON.stringify([...choicesOf(draft)]);
  return useMemo(() => new Map(JSON.parse(key)), [key]);
}

/** Gives the focus back to a step of the canvas or the outline, once what covered it is gone. */
function focusOn(id: string): void {
  const key = CSS.escape(id);
  setTimeout(() =>
    document
      .querySelector<HTMLElement>(`[data-line="${key}"], .fw-card[data-step="${key}"]`)
      ?.focus({ preventScroll: true }),
  );
}

const viewKey = 'frontdesk.flow-view';

/** The step whose form is shown: the one chosen last, or the one whose way out is chosen in the outline. */
function shownStep(selected: string[]): string | null {
  const last = selected.at(-1);
  return last === undefined ? null : (last.split('|')[0] ?? null);
}
