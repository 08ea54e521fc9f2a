import { Anchor, Button, Group, SegmentedControl, Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconHistory,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import type { Flow } from '../draft/draft.ts';
import { FlowStatus } from '../flow-status.tsx';
import type { Panel } from './builder.tsx';
import { useBuilder } from './builder-context.ts';
import { FaultList } from './fault-list.tsx';
import type { Fault } from './faults.ts';
import { FlowMenu } from './flow-menu.tsx';
import type { DraftState } from './use-draft.ts';
import type { useSaveFlow } from './use-save-flow.ts';

interface ToolbarProps {
  state: DraftState;
  flow: Flow;
  save: ReturnType<typeof useSaveFlow>;
  faults: Fault[];
  panel: Panel;
  isOutline: boolean;
  canChooseView: boolean;
  onShow(panel: Panel): void;
  onOutline(isOutline: boolean): void;
  onMend(stepId: string | null, path: string): void;
}

/** Name and state of a flow, and what can be done with the whole of it. */
export function Toolbar(props: ToolbarProps) {
  const { state, flow, save, faults, panel, isOutline, canChooseView, onShow, onOutline, onMend } = props;
  const { t } = useTranslation('flows');
  const { undo, redo, askKind } = useBuilder();
  return (
    <header className="fw-toolbar">
      <Anchor component={Link} href={`/flows?agent=${flow.aiAgentId}`} className="fd-back" aria-label={t('back')}>
        <IconArrowLeft size={18} aria-hidden />
      </Anchor>
      <Title order={1} size="h3" className="fw-title">
        {flow.name}
      </Title>
      <FlowStatus status={flow.status} />
      <FaultList faults={faults} draft={state.draft} onMend={onMend} />
      <Group gap={2} wrap="nowrap" className="fw-toolbar-tools">
        <ToolButton label={t('actions.undo')} onClick={undo} disabled={!state.canUndo}>
          <IconArrowBackUp size={18} aria-hidden />
        </ToolButton>
        <ToolButton label={t('actions.redo')} onClick={redo} disabled={!state.canRedo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </ToolButton>
        <ToolButton label={t('add.loose')} onClick={() => askKind(null)}>
          <IconPlus size={18} aria-hidden />
        </ToolButton>
      </Group>
      {canChooseView && (
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          data={(['canvas', 'outline'] as const).map((one) => ({ value: one, label: t(`view.${one}`) }))}
          value={isOutline ? 'outline' : 'canvas'}
          onChange={(next) => onOutline(next === 'outline')}
        />
      )}
      <Toggle
        icon={<IconPlayerPlay size={16} aria-hidden />}
        label={t('test.open')}
        name="test"
        panel={panel}
        onShow={onShow}
      />
      <Toggle
        icon={<IconHistory size={16} aria-hidden />}
        label={t('runs.open')}
        name="runs"
        panel={panel}
        onShow={onShow}
      />
      <SaveButtons state={state} flow={flow} save={save} faults={faults} />
      <FlowMenu flow={flow} state={state} save={save} />
    </header>
  );
}

interface ToggleProps {
  icon: ReactNode;
  label: string;
  name: 'test' | 'runs';
  panel: Panel;
  onShow(panel: Panel): void;
}

/** Opens and closes what stands beside the flow. */
const Toggle = ({ icon, label, name, panel, onShow }: ToggleProps) => (
  <Button
    size="xs"
    variant={panel === name ? 'light' : 'default'}
    className="fw-toggle"
    leftSection={icon}
    aria-label={label}
    aria-pressed={panel === name}
    onClick={() => onShow(panel === name ? null : name)}
  >
    {label}
  </Button>
);

/** One way to save: of a flow that is on, the next version; runs that are under way keep theirs. */
function SaveButtons({ state, flow, save, faults }: Pick<ToolbarProps, 'state' | 'flow' | 'save' | 'faults'>) {
  const { t } = useTranslation('flows');
  const isOn = flow.status === 'ACTIVE' || flow.status === 'ATTENTION';
  const isFaulty = faults.length > 0;
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="xs"
        variant={state.isDirty ? 'filled' : 'default'}
        disabled={!state.isDirty || (isOn && isFaulty)}
        loading={save.isPending}
        onClick={() => save.mutate({})}
      >
        {t('shell:common.save')}
      </Button>
      {isOn ? (
        <Button size="xs" variant="default" onClick={() => save.mutate({ active: false })} disabled={save.isPending}>
          {t('actions.turnOff')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant={state.isDirty ? 'default' : 'filled'}
          disabled={isFaulty || save.isPending || flow.status === 'ARCHIVED'}
          onClick={() => save.mutate({ active: true })}
        >
          {t(state.isDirty ? 'actions.saveAndTurnOn' : 'actions.turnOn')}
        </Button>
      )}
    </Group>
  );
}
