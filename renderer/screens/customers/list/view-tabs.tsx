import { ActionIcon, Button, Menu, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmarkPlus, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { useAct } from '../../../components/form/use-save.ts';
import { type View, viewsQuery } from '../queries.ts';
import { builtIn, type Wanted } from './views.ts';

/** The views as tabs, the shop's own after those that every shop has. */
export function ViewTabs({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('customers');
  const { current, own, saved, isOwn, show } = wanted;
  const tab = (key: string, label: string, open: () => void) => (
    <UnstyledButton key={key} className="cu-tab" aria-pressed={current === key} onClick={open}>
      {label}
    </UnstyledButton>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div className="cu-tabs" role="group" aria-label={t('views.label')}>
      {builtIn.map(({ name, filter }) => tab(name, t(`views.${name}`), () => show({ filter })))}
      {tab('leads', t('views.leads'), () => show({ view: 'leads' }))}
      {own.map(({ id, name, search, filter }) => tab(id, name, () => show({ search, filter })))}
      {saved && <ViewMenu view={saved} onDeleted={() => show({})} />}
      {isOwn && <KeepView wanted={wanted} />}
    </div>
  );
}

function KeepView({ wanted: { search, filter } }: { wanted: Wanted }) {
  const { t } = useTranslation('customers');
  const [isOpen, setIsOpen] = useState(false);
  const create = useAct(
    viewsQuery.queryKey,
    (name: string) => call('createContactView', { body: { name, search, filter } }),
    { quiet: true },
  );
  return (
    <NamePopover
      isOpen={isOpen}
      onChange={setIsOpen}
      name=""
      save={create}
      target={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {t('views.keep')}
        </Button>
      }
    />
  );
}

function ViewMenu({ view, onDeleted }: { view: View; onDeleted(): void }) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useAct(
    viewsQuery.queryKey,
    (name: string) => call('renameContactView', { path: { id: view.id }, body: { name } }),
    { quiet: true },
  );
  const readAgain = () => client.invalidateQueries({ queryKey: viewsQuery.queryKey });
  const remove = async () => {
    const { name, search, filter } = view;
    await call('deleteContactView', { path: { id: view.id } });
    await readAgain();
    onDeleted();
    notifyUndo(t('views.deleted', { name }), () =>
      call('createContactView', { body: { name, search, filter } }).then(readAgain),
    );
  };
  return (
    <NamePopover
      isOpen={isRenaming}
      onChange={setIsRenaming}
      name={view.name}
      save={rename}
      target={
        <span>
          <Menu>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('views.menu', { name: view.name })}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIsRenaming(true)}>
                {t('views.rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => remove().catch(notifyFailure)}
              >
                {t('views.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      }
    />
  );
}

interface NamePopoverProps {
  isOpen: boolean;
  onChange(isOpen: boolean): void;
  name: string;
  save: ReturnType<typeof useAct<string>>;
  target: React.ReactElement;
}

/** Asks for the name of a view. */
function NamePopover({ isOpen, onChange, name, save, target }: NamePopoverProps) {
  const { t } = useTranslation('customers');
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(typed.trim(), { onSuccess: () => onChange(false) });
  };
  return (
    <Popover opened={isOpen} onChange={onChange} trapFocus shadow="md" position="bottom-start">
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown w={260}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={t('views.name')}
              value={typed}
              maxLength={40}
              required
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {save.error && <Failure error={save.error} />}
            <Button type="submit" size="sm" loading={save.isPending} disabled={typed.trim() === ''}>
              {t('shell:common.save')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
