import { IconAlertCircleFilled, IconArrowBackUp, IconCornerDownRight, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useBuilder } from '../builder/builder-context.ts';
import type { Marks } from '../canvas/nodes.ts';
import { type Draft, findStep, triggerId } from '../draft/draft.ts';
import { type Spot, spotAfter } from '../draft/edit-draft.ts';
import { type Line, linesOf } from '../draft/outline.ts';
import { stepWords } from '../draft/summary.ts';
import { useExitWords, useStepNames, useTriggerWords, useWords } from '../step-names.ts';
import { kindIcons } from '../steps.tsx';

interface OutlineProps {
  draft: Draft;
  selected: string[];
  marks: Marks;
}

/** The flow as an indented list, all of which can be done by keyboard; on a phone it is the only view. */
export function Outline({ draft, selected, marks }: OutlineProps) {
  const { t } = useTranslation('flows');
  const { select, openForm, askKind } = useBuilder();
  const lines = useMemo(() => linesOf(draft), [draft]);
  const tree = useRef<HTMLDivElement>(null);
  const chosen = selected.at(-1);
  const current = lines.find(({ key }) => key === chosen)?.key ?? triggerId;
  const stop = useStop(tree, current);
  const goTo = (line: Line | undefined) => {
    if (!line) return;
    select([line.key]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = lines.findIndex(({ key }) => key === current);
    const line = lines[at];
    const key = event.key.toLowerCase();
    const level = line?.level ?? 1;
    const moves: Record<string, () => void> = {
      arrowdown: () => goTo(lines[at + 1]),
      arrowup: () => goTo(lines[at - 1]),
      home: () => goTo(lines[0]),
      end: () => goTo(lines.at(-1)),
      arrowleft: () => goTo(lines.slice(0, at).findLast((one) => one.level < level)),
      arrowright: () => goTo(lines[at + 1]?.level === level + 1 ? lines[at + 1] : undefined),
      enter: () => line && open(line),
      ' ': () => line && open(line),
    };
    const move = moves[key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const open = (line: Line) => {
    if (line.kind === 'trigger') openForm(triggerId);
    else if (line.kind === 'step') openForm(line.step.id);
    else if (line.kind === 'jump') select([line.to]);
    else if (line.exit.to === null) askKind(spotOf(line));
    else openForm(line.step.id, line.exit.field);
  };
  return (
    <section className="fw-outline" data-flow-view="outline" aria-label={t('outline.label')}>
      <div role="tree" aria-label={t('outline.tree')} ref={tree} onKeyDown={onKeyDown} tabIndex={-1}>
        {lines.map((line) => (
          <OutlineLine
            key={line.key}
            line={line}
            draft={draft}
            marks={marks}
            isStop={line.key === stop}
            isSelected={selected.includes(line.key)}
            onOpen={() => open(line)}
          />
        ))}
      </div>
    </section>
  );
}

const spotOf = ({ step, exit }: Extract<Line, { kind: 'exit' }>): Spot => ({ stepId: step.id, field: exit.field });

/** The line that Tab reaches; the focus follows it while it is in the list. */
function useStop(tree: React.RefObject<HTMLDivElement | null>, current: string): string {
  useEffect(() => {
    const list = tree.current;
    const line = list?.querySelector<HTMLElement>(`[data-line="${CSS.escape(current)}"]`);
    line?.scrollIntoView({ block: 'nearest' });
    // The line that had the focus may be gone.
    if (list?.contains(document.activeElement) || document.activeElement === document.body) line?.focus();
  }, [tree, current]);
  return current;
}

interface OutlineLineProps {
  line: Line;
  draft: Draft;
  marks: Marks;
  isStop: boolean;
  isSelected: boolean;
  onOpen(): void;
}

function OutlineLine({ line, draft, marks, isStop, isSelected, onOpen }: OutlineLineProps) {
  const { t } = useTranslation('flows');
  const { askKind } = useBuilder();
  const id = line.kind === 'trigger' ? triggerId : line.kind === 'step' ? line.step.id : null;
  const fault =
    id === null
      ? undefined
      : marks.faults
          .get(id)
          ?.map(({ message }) => message)
          .join('; ');
  const spot = id === null ? (line.kind === 'exit' ? spotOf(line) : null) : spotAfter(draft, id);
  const count = id === null ? undefined : marks.counts.get(id);
  const lit =
    id !== null && marks.lit
      ? marks.lit.at === id
        ? 'here'
        : marks.lit.path.includes(id)
          ? 'passed'
          : undefined
      : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all lines
    <div
      role="treeitem"
      className="fw-line"
      data-line={line.key}
      data-kind={line.kind}
      data-lit={lit}
      aria-level={line.level}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      style={{ paddingInlineStart: 8 + (line.level - 1) * 18 }}
      onClick={onOpen}
    >
      <LineWords line={line} draft={draft} />
      {count && count.standing > 0 && (
        <span className="fw-line-count">{t('counts.standing', { count: count.standing })}</span>
      )}
      {fault !== undefined && (
        <span className="fw-card-fault" role="img" aria-label={t('faults.at', { message: fault })} title={fault}>
          <IconAlertCircleFilled size={18} aria-hidden />
        </span>
      )}
      {spot && (
        <ToolButton
          size="md"
          tabIndex={-1}
          label={t('canvas.addAfter')}
          onClick={(event) => {
            event.stopPropagation();
            askKind(spot);
          }}
        >
          <IconPlus size={16} aria-hidden />
        </ToolButton>
      )}
    </div>
  );
}

/** What a line says. */
function LineWords({ line, draft }: { line: Line; draft: Draft }) {
  const t = useWords();
  const nameOf = useStepNames();
  const triggerWords = useTriggerWords();
  const exitWords = useExitWords();
  if (line.kind === 'trigger' || line.kind === 'step') {
    const kind = line.kind === 'trigger' ? 'trigger' : line.step.type;
    const Icon = kindIcons[kind];
    return (
      <>
        <span className="fw-kind-icon" data-kind={kind}>
          <Icon size={16} aria-hidden />
        </span>
        <b>{line.kind === 'trigger' ? t(`triggers.${draft.trigger.type}`) : t(`kinds.${kind}`)}</b>
        <span className="fw-line-words">
          {line.kind === 'trigger' ? triggerWords(draft.trigger) : stepWords(t, line.step)}
        </span>
        {line.kind === 'step' && line.isLoose && <span className="fw-line-loose">{t('outline.loose')}</span>}
      </>
    );
  }
  if (line.kind === 'jump') {
    const target = findStep(draft, line.to);
    return (
      <>
        <IconArrowBackUp size={16} aria-hidden />
        <span className="fw-line-words">{t('outline.jump', { step: target ? nameOf(target) : line.to })}</span>
      </>
    );
  }
  return (
    <>
      <IconCornerDownRight size={16} aria-hidden />
      <i>{exitWords(line.step, line.exit)}</i>
      <span className="fw-line-words">{line.exit.to === null ? t('exits.ends') : ''}</span>
    </>
  );
}
