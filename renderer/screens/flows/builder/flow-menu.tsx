import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconDownload,
  IconKeyboard,
  IconPencil,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { saveFile, type Tagged } from '../../../api/client.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import type { Flow } from '../draft/draft.ts';
import { useFlowActions } from '../use-flow-actions.ts';
import { Versions } from '../versions/versions.tsx';
import { Shortcuts } from './shortcuts.tsx';
import type { DraftState } from './use-draft.ts';
import type { useSaveFlow } from './use-save-flow.ts';

interface FlowMenuProps {
  flow: Flow;
  state: DraftState;
  save: ReturnType<typeof useSaveFlow>;
}

type Dialog = 'rename' | 'delete' | 'versions' | 'keys';

/** What is rarely done with a flow. */
export function FlowMenu({ flow, state, save }: FlowMenuProps) {
  const { t } = useTranslation('flows');
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const actions = useFlowActions();
  useHotkeys([['?', () => setDialog('keys')]]);
  const close = () => setDialog(null);
  const modal = { onClose: close, closeButtonProps: { 'aria-label': t('shell:common.close') } };
  const isArchived = flow.status === 'ARCHIVED';
  const restored = (saved: Tagged<Flow>) => {
    close();
    state.discard(saved);
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('menu')}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
            {t('actions.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconVersions size={16} aria-hidden />} onClick={() => setDialog('versions')}>
            {t('actions.versions')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => actions.duplicate.mutate(flow, { onSuccess: ({ id }) => navigate(`/flows/${id}`) })}
          >
            {t('actions.duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile('exportFlow', { path: { id: flow.id } }).catch(notifyFailure)}
          >
            {t('actions.export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={() => setDialog('keys')}>
            {t('keys.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={isArchived ? <IconArrowBackUp size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
            onClick={() => actions.archive.mutate({ flow, isArchived: !isArchived })}
          >
            {t(isArchived ? 'actions.unarchive' : 'actions.archive')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDialog('delete')}>
            {t('actions.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal {...modal} opened={dialog === 'rename'} title={t('actions.rename')}>
        <Rename flow={flow} save={save} onClose={close} />
      </Modal>
      <Modal {...modal} opened={dialog === 'versions'} title={t('actions.versions')} size="xl">
        {dialog === 'versions' && <Versions flowId={flow.id} onRestored={restored} />}
      </Modal>
      <DeleteFlow flow={dialog === 'delete' ? flow : null} onClose={close} onDeleted={() => navigate('/flows')} />
      <Shortcuts opened={dialog === 'keys'} onClose={close} />
    </>
  );
}

function Rename({ flow, save, onClose }: Pick<FlowMenuProps, 'flow' | 'save'> & { onClose(): void }) {
  const { t } = useTranslation('flows');
  const [name, setName] = useState(flow.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('name')}
          maxLength={100}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name === flow.name}>
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DeleteFlowProps {
  /** Null closes the dialog. */
  flow: Flow | null;
  onClose(): void;
  onDeleted?(): void;
}

/** Asks before a flow and the history of its runs are gone. */
export function DeleteFlow({ flow, onClose, onDeleted }: DeleteFlowProps) {
  const { t } = useTranslation('flows');
  const { remove } = useFlowActions();
  const confirm = () => {
    if (!flow) return;
    const onSuccess = () => {
      onClose();
      onDeleted?.();
    };
    remove.mutate(flow, { onSuccess });
  };
  return (
    <Modal
      opened={flow !== null}
      onClose={onClose}
      title={t('delete.title', { name: flow?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Stack>
        <Text size="sm">{t('delete.help')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button color="red" onClick={confirm} loading={remove.isPending}>
            {t('actions.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
