import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconArrowsJoin2, IconBell, IconBellOff, IconDots, IconMessage, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { useIsOwner } from '../../../session.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import type { Person } from '../queries.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { StartChat } from './start-chat.tsx';

/** Write, and what else can be done with a person. */
export function PersonActions({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const [, navigate] = useLocation();
  const isOwner = useIsOwner();
  const [open, setOpen] = useState<'write' | 'merge' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const consent = useConsent(person);
  const [latest] = person.conversations;
  const write = { leftSection: <IconMessage size={17} aria-hidden />, children: t('person.write') };
  return (
    <Group gap="xs">
      {latest ? (
        <Button component={Link} href={`/inbox/${latest.id}`} {...write} />
      ) : (
        <Button onClick={() => setOpen('write')} {...write} />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={t('person.more')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={person.optedOut ? <IconBell size={16} aria-hidden /> : <IconBellOff size={16} aria-hidden />}
            onClick={() => consent.mutate(!person.optedOut)}
          >
            {t(person.optedOut ? 'person.optIn' : 'person.optOut')}
          </Menu.Item>
          {isOwner && (
            <>
              <Menu.Item leftSection={<IconArrowsJoin2 size={16} aria-hidden />} onClick={() => setOpen('merge')}>
                {t('merge.action')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setOpen('delete')}
              >
                {t('shell:common.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <StartChat opened={open === 'write'} contactId={person.id} onClose={close} />
      <MergeDialog opened={open === 'merge'} person={person} onClose={close} />
      <DeleteDialog
        opened={open === 'delete'}
        people={[person]}
        onClose={close}
        onDeleted={() => navigate('/customers')}
      />
    </Group>
  );
}

/** Takes a person out of campaigns or back in, and offers to undo it. */
function useConsent({ id }: Person) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const send = async (optedOut: boolean) => {
    await call('updateContact', { path: { phone: id }, body: { optedOut } });
    await invalidate(client, reads.contacts);
  };
  return useMutation({
    mutationFn: send,
    onSuccess: (_, optedOut) => notifyUndo(t(optedOut ? 'person.isOut' : 'person.isIn'), () => send(!optedOut)),
    onError: notifyFailure,
  });
}
