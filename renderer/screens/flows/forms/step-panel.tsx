import { Group, Stack, Title } from '@mantine/core';
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { kindsQuery } from '../../../components/events/kinds-query.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useBuilder } from '../builder/builder-context.ts';
import type { Fault } from '../builder/faults.ts';
import { type Draft, findStep, type Step, type Trigger, triggerId } from '../draft/draft.ts';
import { branchByAnswer, connect, freeId } from '../draft/edit-draft.ts';
import { exitsOf } from '../draft/exits.ts';
import { variablesOf } from '../draft/variables.ts';
import { kindIcons } from '../steps.tsx';
import {
  CardForm,
  ConversationStageForm,
  Explained,
  HandoffForm,
  LeadForm,
  SetForm,
  TagForm,
  WaitForm,
} from './action-forms.tsx';
import { BranchForm } from './branch-form.tsx';
import { ExitField } from './exit-field.tsx';
import { FormContext, type FormState } from './form-context.ts';
import { HttpForm } from './http-form.tsx';
import { OrderForm } from './order-form.tsx';
import { AppointmentForm, AskForm, MessageForm } from './talk-forms.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { writeAt } from './value-path.ts';

interface StepPanelProps {
  id: string;
  draft: Draft;
  aiAgentId: string;
  faults: Fault[];
  /** The field to go to; a new object goes there again. */
  wanted: { path: string } | null;
  onClose(): void;
}

/** The form of the chosen step or of the trigger. */
export function StepPanel({ id, draft, aiAgentId, faults, wanted, onClose }: StepPanelProps) {
  const step = findStep(draft, id);
  const { edit, askKind } = useBuilder();
  const { trigger } = draft;
  const eventFields = useEventFields(trigger);
  const variables = useMemo(() => variablesOf(draft, eventFields), [draft, eventFields]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted && wanted.path !== '-' && panel.current) goTo(panel.current, wanted.path);
  }, [wanted]);
  const form: FormState = {
    value: step ?? trigger,
    set(path, value) {
      const subject = `${id} ${path}`;
      if (!step) return edit({ ...draft, trigger: writeAt(trigger, path, value) }, subject);
      const changed = writeAt(step, path, value);
      edit({ ...draft, steps: draft.steps.map((one) => (one === step ? changed : one)) }, subject);
    },
    faults,
    variables,
    steps: draft.steps,
    stepId: id,
    aiAgentId,
    addAt: (field) => askKind({ stepId: id, field }),
  };
  return (
    <FormContext value={form}>
      <section
        className="fw-panel"
        ref={panel}
        aria-labelledby="fw-panel-title"
        onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
      >
        <PanelHead id={id} step={step} onClose={onClose} />
        <Stack gap="sm" className="fw-panel-body">
          <WholeFaults faults={faults} />
          {step ? (
            <StepFields key={id} step={step} draft={draft} />
          ) : (
            <>
              <TriggerForm onReplace={(next) => edit({ ...draft, trigger: next })} />
              <FirstStep
                draft={draft}
                onChoose={(to) => edit(connect(draft, { stepId: triggerId, field: 'next' }, to))}
              />
            </>
          )}
        </Stack>
      </section>
    </FormContext>
  );
}

/** Goes to the field at a path, or to the nearest that contains it; else to the first one. */
function goTo(panel: HTMLElement, path: string): void {
  const places = [...panel.querySelectorAll<HTMLElement>('[data-field]')];
  const nearest = places
    .filter(({ dataset: { field = '' } }) => path !== '' && path.startsWith(field))
    .sort((one, other) => (other.dataset.field?.length ?? 0) - (one.dataset.field?.length ?? 0))[0];
  const place = nearest ?? places[0] ?? panel.querySelector<HTMLElement>('.fw-panel-body');
  const focusable = 'textarea, input:not([type="hidden"]):not([disabled]), button';
  const field = place?.matches('textarea, input') ? place : place?.querySelector<HTMLElement>(focusable);
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}

/** Faults that belong to no single field. */
function WholeFaults({ faults }: { faults: Fault[] }) {
  const whole = faults.filter(({ field }) => field === '' || field === 'config' || field === 'id');
  if (whole.length === 0) return null;
  return (
    <ul className="fw-faults" role="alert">
      {whole.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

function PanelHead({ id, step, onClose }: { id: string; step: Step | undefined; onClose(): void }) {
  const { t } = useTranslation('flows');
  const { remove, duplicate } = useBuilder();
  const kind = step?.type ?? 'trigger';
  const Icon = kindIcons[kind];
  return (
    <Group className="fw-panel-head" gap={8} wrap="nowrap">
      <span className="fw-kind-icon" data-kind={kind}>
        <Icon size={18} aria-hidden />
      </span>
      <div className="fw-panel-name">
        <Title order={2} size="h3" id="fw-panel-title">
          {t(`kinds.${kind}`)}
        </Title>
        {step && <span className="fw-id">{step.id}</span>}
      </div>
      {step && (
        <>
          <ToolButton label={t('actions.duplicate')} onClick={() => duplicate([id])}>
            <IconCopy size={18} aria-hidden />
          </ToolButton>
          <ToolButton label={t('actions.remove')} onClick={() => remove([id])}>
            <IconTrash size={18} aria-hidden />
          </ToolButton>
        </>
      )}
      <ToolButton label={t('shell:common.close')} onClick={onClose}>
        <IconX size={18} aria-hidden />
      </ToolButton>
    </Group>
  );
}

function StepFields({ step, draft }: { step: Step; draft: Draft }) {
  const { t } = useTranslation('flows');
  const { edit, openForm } = useBuilder();
  const branch = () => {
    const taken = draft.steps.map(({ id }) => id);
    const id = freeId(taken, 'branch');
    edit(branchByAnswer(draft, step.id, id));
    openForm(id, '-');
  };
  const forms: Partial<Record<Step['type'], ReactNode>> = {
    message: <MessageForm />,
    ask: <AskForm onBranch={branch} />,
    appointment: <AppointmentForm />,
    branch: <BranchForm />,
    wait: <WaitForm />,
    set: <SetForm />,
    tag: <TagForm />,
    conversation_stage: <ConversationStageForm />,
    crm_card: <CardForm />,
    lead: <LeadForm />,
    order: <OrderForm />,
    http: <HttpForm />,
    handoff: <HandoffForm />,
  };
  return (
    <>
      {forms[step.type] ?? <Explained text={t(`kindHelp.${step.type}`)} />}
      <Exits step={step} />
    </>
  );
}

/** Where it goes on from here; the ways of a branch are in its own form. */
function Exits({ step }: { step: Step }) {
  const { t } = useTranslation('flows');
  const none = { onTimeout: 'exits.expires', onInvalid: 'exits.fails', onNone: 'exits.fails', onError: 'exits.fails' };
  const isTimed = step.config.timeoutMinutes !== undefined;
  return exitsOf(step)
    .filter(({ name, to }) => name !== 'branch' && (name !== 'onTimeout' || isTimed || to !== null))
    .map(({ field, name }) => (
      <ExitField
        key={field}
        path={field}
        label={t(name === 'next' ? 'exits.then' : `exits.${name}`)}
        none={t(none[name as keyof typeof none] ?? (name === 'stepId' ? 'fields.choose' : 'exits.ends'))}
      />
    ));
}

function FirstStep({ draft, onChoose }: { draft: Draft; onChoose(id: string | null): void }) {
  const { t } = useTranslation('flows');
  const names = { ...draft, first: draft.steps[0]?.id ?? null };
  const form: FormState = {
    value: { first: names.first },
    set: (_path, value) => onChoose(value as string | null),
    faults: [],
    variables: [],
    steps: draft.steps,
    stepId: triggerId,
    aiAgentId: '',
    addAt: useAddFirst(),
  };
  return (
    <FormContext value={form}>
      <ExitField path="first" label={t('exits.first')} none={t('exits.nothing')} />
    </FormContext>
  );
}

function useAddFirst(): () => void {
  const { askKind } = useBuilder();
  return () => askKind({ stepId: triggerId, field: 'next' });
}

/** The plain fields of the event that begins the flow, as its texts name them. */
function useEventFields(trigger: Trigger): string[] {
  const kinds = useQuery({ ...kindsQuery, enabled: trigger.type === 'event' }).data?.data;
  const example = kinds?.find(({ type }) => type === trigger.event)?.example as { data?: object } | undefined;
  return useMemo(
    () =>
      Object.entries(example?.data ?? {}).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.keys(value).map((inner) => `${name}_${inner}`)
          : [name],
      ),
    [example],
  );
}
