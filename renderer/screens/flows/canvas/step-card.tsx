import { IconAlertCircleFilled, IconPlus } from '@tabler/icons-react';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder/builder-context.ts';
import { triggerId } from '../draft/draft.ts';
import { type Exit, shownExits } from '../draft/exits.ts';
import { stepWords } from '../draft/summary.ts';
import { useExitWords, useTriggerWords, useWords } from '../step-names.ts';
import { kindIcons } from '../steps.tsx';
import { exitTop } from './layout.ts';
import type { CardNode, Count } from './nodes.ts';

const onlyExit: Exit[] = [{ field: 'next', name: 'next', to: null, index: 0 }];

/** One step, or the trigger, on the canvas. */
export const StepCard = memo(function StepCard({ id, data }: NodeProps<CardNode>) {
  const { step, trigger, isSelected, isStop, fault, lit, count } = data;
  const t = useWords();
  const triggerWords = useTriggerWords();
  const exitWords = useExitWords();
  const kind = step?.type ?? 'trigger';
  const Icon = kindIcons[kind];
  const words = step ? stepWords(t, step) : trigger ? triggerWords(trigger) : '';
  const title = trigger ? t(`triggers.${trigger.type}`) : t(`kinds.${kind}`);
  const exits = step ? shownExits(step) : onlyExit;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card of a drawing, with buttons of its own
    <div
      className="fw-card"
      data-step={id}
      data-selected={isSelected || undefined}
      data-lit={lit ?? undefined}
      data-fault={fault !== null || undefined}
      role="group"
      aria-label={`${title}: ${words}`}
      tabIndex={isStop ? 0 : -1}
    >
      {step && <Handle type="target" id="in" position={Position.Left} className="fw-in" />}
      {count && <Counts count={count} />}
      <div className="fw-card-head">
        <span className="fw-kind-icon" data-kind={kind}>
          <Icon size={16} aria-hidden />
        </span>
        <b>{title}</b>
        {fault === null ? (
          <span className="fw-id">{step?.id}</span>
        ) : (
          <span className="fw-card-fault" role="img" aria-label={t('faults.at', { message: fault })} title={fault}>
            <IconAlertCircleFilled size={18} aria-hidden />
          </span>
        )}
      </div>
      <p className="fw-card-words" data-empty={words.trim() === '' || undefined}>
        {words.trim() === '' ? t('canvas.empty') : words}
      </p>
      {exits.map((exit, index) => (
        <ExitRow
          key={exit.field}
          stepId={id}
          field={exit.field}
          label={step ? exitWords(step, exit) : t('exits.first')}
          isLast={exit.to === null && id !== triggerId}
          top={exitTop(index)}
        />
      ))}
    </div>
  );
});

interface ExitRowProps {
  stepId: string;
  field: string;
  label: string;
  /** Nothing follows here. */
  isLast: boolean;
  top: number;
}

/** A way out: its words, a button that adds a step there, and the handle from which a line is drawn. */
function ExitRow({ stepId, field, label, isLast, top }: ExitRowProps) {
  const { t } = useTranslation('flows');
  const { askKind } = useBuilder();
  return (
    <div className="fw-exit" data-last={isLast || undefined}>
      <span>{label}</span>
      <button
        type="button"
        className="fw-exit-add nodrag nopan"
        tabIndex={-1}
        aria-label={t('canvas.addAt', { exit: label })}
        onClick={(event) => {
          event.stopPropagation();
          askKind({ stepId, field });
        }}
      >
        <IconPlus size={14} aria-hidden />
      </button>
      <Handle type="source" id={field} position={Position.Right} className="fw-out" style={{ top }} />
    </div>
  );
}

/** How many runs stand here, came by and ended here in 7 days. */
function Counts({ count: { standing, entered, droppedOff } }: { count: Count }) {
  const { t } = useTranslation('flows');
  if (standing + entered + droppedOff === 0) return null;
  return (
    <span className="fw-counts" title={t('counts.help')}>
      {standing > 0 && <b>{t('counts.standing', { count: standing })}</b>}
      {entered > 0 && <span>{t('counts.entered', { count: entered })}</span>}
      {droppedOff > 0 && <span className="fw-counts-left">{t('counts.left', { count: droppedOff })}</span>}
    </span>
  );
}
