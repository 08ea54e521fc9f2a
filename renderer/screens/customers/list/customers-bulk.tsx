import { Autocomplete, Button, Menu, Popover, Stack } from '@mantine/core';
import { IconDownload, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, saveFile } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { BulkBar } from '../../../components/page/bulk-bar.tsx';
import { useIsOwner } from '../../../session.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { type Customer, useTags } from '../queries.ts';

/** Ids that an export may name in its address. */
const mostExported = 200;

/** What can be done with all customers that are picked. */
export function CustomersBulk({ chosen, onClear }: { chosen: Customer[]; onClear(): void }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const [isDeleting, setIsDeleting] = useState(false);
  const change = useTagChange();
  const save = useMutation({
    mutationFn: () =>
      saveFile('exportContacts', { query: { ids: chosen.map(({ id }) => id).join(','), acknowledged: true } }),
    onError: notifyFailure,
  });
  const tagAll = (name: string) =>
    change.mutate({
      changes: chosen.map(({ id }) => ({ id, add: [name], remove: [] })),
      told: t('bulk.tagged', { count: chosen.length, name }),
    });
  const untagAll = (name: string) =>
    change.mutate({
      changes: chosen.map(({ id }) => ({ id, add: [], remove: [name] })),
      told: t('bulk.untagged', { count: chosen.length, name }),
    });
  return (
    <BulkBar
      label={t('bulk.label')}
      told={t('bulk.picked', { count: chosen.length })}
      clearLabel={t('bulk.clear')}
      onClear={onClear}
    >
      <AddTag onAdd={tagAll} />
      <RemoveTag chosen={chosen} onRemove={untagAll} />
      {isOwner && (
        <>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={save.isPending}
            disabled={chosen.length > mostExported}
            onClick={() => save.mutate()}
          >
            {t('bulk.export')}
          </Button>
          <Button
            variant="default"
            size="sm"
            c="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            {t('bulk.delete')}
          </Button>
          <DeleteDialog opened={isDeleting} people={chosen} onClose={() => setIsDeleting(false)} onDeleted={onClear} />
        </>
      )}
    </BulkBar>
  );
}

type TagChanges = Body<'tagContacts'>['changes'];

/** Changes tags, and offers to put back what was. */
function useTagChange() {
  const client = useQueryClient();
  const send = async (changes: TagChanges) => {
    const { undo } = await call('tagContacts', { body: { changes } });
    invalidate(client, reads.contacts);
    return undo;
  };
  return useMutation({
    mutationFn: ({ changes }: { changes: TagChanges; told: string }) => send(changes),
    onSuccess: (undo, { told }) => notifyUndo(told, async () => undo.length > 0 && send(undo)),
    onError: notifyFailure,
  });
}

function AddTag({ onAdd }: { onAdd(name: string): void }) {
  const { t } = useTranslation('customers');
  const tags = useTags();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const add = (name: string) => {
    setIsOpen(false);
    setTyped('');
    onAdd(name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') add(typed.trim());
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus shadow="md" position="top">
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTag size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('bulk.tag')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={260}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Autocomplete
              label={t('bulk.tagName')}
              data={tags.map(({ name }) => name)}
              value={typed}
              maxLength={40}
              onChange={setTyped}
              onOptionSubmit={add}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
            />
            <Button type="submit" size="sm" disabled={typed.trim() === ''}>
              {t('bulk.tag')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function RemoveTag({ chosen, onRemove }: { chosen: Customer[]; onRemove(name: string): void }) {
  const { t } = useTranslation('customers');
  const carried = [...new Set(chosen.flatMap(({ tags }) => tags.map(({ name }) => name)))].sort();
  return (
    <Menu position="top">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTagOff size={16} aria-hidden />}
          disabled={carried.length === 0}
        >
          {t('bulk.untag')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {carried.map((name) => (
          <Menu.Item key={name} onClick={() => onRemove(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
