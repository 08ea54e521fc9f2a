import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import type { Stage } from '../types.ts';
import { ColourSwatches } from './colour-swatches.tsx';
import { DeleteStage } from './delete-stage.tsx';
import { useStageChange } from './use-stage-change.ts';

interface StageActionsProps {
  stage: Stage;
  /** Whether the person may change stages. */
  canEdit: boolean;
  onNew(stageId: string): void;
}

/** All stages of the board, in order; a column renders without the others. */
export const StagesContext = createContext<Stage[]>([]);

/** Buttons of a column: a new card here, and for owners the stage's colour, place and end. */
export function StageActions({ stage, canEdit, onNew }: StageActionsProps) {
  const { t } = useTranslation('pipeline');
  const { name } = stage;
  return (
    <>
      <ToolButton label={t('card.newIn', { stage: name })} size={32} onClick={() => onNew(stage.id)}>
        <IconPlus size={18} aria-hidden />
      </ToolButton>
      {canEdit && <StageMenu stage={stage} />}
    </>
  );
}

function StageMenu({ stage }: Pick<StageActionsProps, 'stage'>) {
  const stages = useContext(StagesContext);
  const { t } = useTranslation('pipeline');
  const { id, name, color, pipelineId } = stage;
  const [isDeleting, deleting] = useDisclosure(false);
  const recolour = useStageChange((chosen: string) =>
    call('updateCrmStage', { path: { id }, body: { color: chosen } }),
  );
  const reorder = useStageChange((stageIds: string[]) => call('reorderCrmStages', { body: { pipelineId, stageIds } }));
  const at = stages.findIndex((one) => one.id === id);
  const shift = (by: 1 | -1) => {
    const ids = stages.map((one) => one.id);
    reorder.mutate(ids.toSpliced(at, 1).toSpliced(at + by, 0, id));
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('stages.menuOf', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ColourSwatches chosen={color} onChoose={(colour) => recolour.mutate(colour)} />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            disabled={at === 0}
            onClick={() => shift(-1)}
          >
            {t('stages.left')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight size={16} aria-hidden />}
            disabled={at === stages.length - 1}
            onClick={() => shift(1)}
          >
            {t('stages.right')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={stages.length === 1}
            onClick={deleting.open}
          >
            {t(stages.length === 1 ? 'stages.last' : 'stages.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteStage stage={stage} stages={stages} opened={isDeleting} onClose={deleting.close} />
    </>
  );
}
