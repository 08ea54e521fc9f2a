import { Alert, Button, Group, Menu, Modal, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useStageChange } from './stages/use-stage-change.ts';
import type { Pipeline } from './types.ts';

type Dialog = 'new' | 'rename' | 'delete';

interface PipelineMenuProps {
  pipelines: Pipeline[];
  pipeline: Pipeline;
  canEdit: boolean;
}

/** The name of the pipeline, as the screen's heading, with a menu of all of them. */
export function PipelineMenu({ pipelines, pipeline, canEdit }: PipelineMenuProps) {
  const { t } = useTranslation('pipeline');
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  return (
    <>
      <Title order={1} size="h2" className="pl-title">
        <Menu position="bottom-start" shadow="md" withinPortal>
          <Menu.Target>
            <UnstyledButton className="pl-pipeline" aria-label={t('pipelines.choose', { name: pipeline.name })}>
              <span>{pipeline.name}</span>
              <IconChevronDown size={18} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {pipelines.map(({ id, name }) => (
              <Menu.Item
                key={id}
                rightSection={id === pipeline.id ? <IconCheck size={14} aria-hidden /> : null}
                onClick={() => navigate(`/pipeline/${id}`)}
              >
                {name}
              </Menu.Item>
            ))}
            {canEdit && <EditItems pipeline={pipeline} onChoose={setDialog} />}
          </Menu.Dropdown>
        </Menu>
      </Title>
      {dialog === 'delete' ? (
        <DeleteDialog pipeline={pipeline} onClose={() => setDialog(null)} />
      ) : (
        dialog && <NameDialog pipeline={dialog === 'new' ? null : pipeline} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function EditItems({ pipeline, onChoose }: { pipeline: Pipeline; onChoose(dialog: Dialog): void }) {
  const { t } = useTranslation('pipeline');
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onChoose('new')}>
        {t('pipelines.new')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onChoose('rename')}>
        {t('pipelines.rename')}
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={pipeline.isDefault}
        onClick={() => onChoose('delete')}
      >
        {t(pipeline.isDefault ? 'pipelines.default' : 'pipelines.delete')}
      </Menu.Item>
    </>
  );
}

const longestName = 100;

/** Creates a pipeline and opens it, or renames one. */
function NameDialog({ pipeline, onClose }: { pipeline: Pipeline | null; onClose(): void }) {
  const { t } = useTranslation('pipeline');
  const [, navigate] = useLocation();
  const [name, setName] = useState(pipeline?.name ?? '');
  const save = useStageChange(
    (chosen: string) =>
      pipeline
        ? call('updateCrmPipeline', { path: { id: pipeline.id }, body: { name: chosen } })
        : call('createCrmPipeline', { body: { name: chosen } }),
    { quiet: true },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = ({ id }: { id: string }) => {
      onClose();
      if (!pipeline) navigate(`/pipeline/${id}`);
    };
    save.mutate(name.trim(), { onSuccess });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(pipeline ? 'pipelines.rename' : 'pipelines.new')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <TextInput
            label={t('pipelines.name')}
            value={name}
            maxLength={longestName}
            error={save.error?.message}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function DeleteDialog({ pipeline, onClose }: { pipeline: Pipeline; onClose(): void }) {
  const { t } = useTranslation('pipeline');
  const [, navigate] = useLocation();
  const remove = useStageChange(() => call('deleteCrmPipeline', { path: { id: pipeline.id } }), { quiet: true });
  const onSuccess = () => {
    onClose();
    navigate('/pipeline');
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('pipelines.deleteOf', { name: pipeline.name })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('pipelines.deleteHelp')}</Text>
        {remove.error && (
          <Alert color="red" role="alert">
            {remove.error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess })}>
            {t('pipelines.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
