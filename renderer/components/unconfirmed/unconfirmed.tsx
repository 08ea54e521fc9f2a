import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconRobot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../values/use-formats.ts';
import { type EntryKind, namesOf, type Unconfirmed } from './entry.ts';
import { useConfirmEntry } from './use-confirm-entry.ts';

/** Badge for a list item with unconfirmed entries of an assistant; renders nothing for other items. */
export function UnconfirmedBadge({ unconfirmed }: { unconfirmed: Unconfirmed | null }) {
  const { t } = useTranslation();
  if (!unconfirmed) return null;
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      title={t('unconfirmed.badge')}
      leftSection={<IconRobot size={12} aria-hidden />}
    >
      {t('unconfirmed.short')}
    </Badge>
  );
}

interface NoteProps {
  kind: EntryKind;
  id: string;
  unconfirmed: Unconfirmed | null;
}

/** Lists a record's unconfirmed fields with a button to confirm them; renders nothing if there are none. */
export function UnconfirmedNote({ kind, id, unconfirmed }: NoteProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  if (!unconfirmed) return null;
  return (
    <Alert color="yellow" icon={<IconRobot size={18} aria-hidden />} title={t('unconfirmed.badge')}>
      <Text size="sm">
        {t('unconfirmed.entered', { by: unconfirmed.by, at: dateTime(unconfirmed.at) })} <Fields of={unconfirmed} />
      </Text>
      <Text size="sm" mt={4}>
        {t('unconfirmed.help')}
      </Text>
      <Group mt="sm">
        <ConfirmEntry kind={kind} id={id} at={unconfirmed.at} />
      </Group>
    </Alert>
  );
}

/** Returns the labels of the fields, separated by commas. */
export function Fields({ of }: { of: Unconfirmed }) {
  const { t } = useTranslation();
  return namesOf(of)
    .map((name) => t(`unconfirmed.fields.${name}`))
    .join(', ');
}

/** Button that confirms the entries shown with it. `at`: time of the last of them. */
export function ConfirmEntry({ kind, id, at }: Omit<NoteProps, 'unconfirmed'> & { at: string }) {
  const { t } = useTranslation();
  const confirm = useConfirmEntry(kind, id, at);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCheck size={15} aria-hidden />}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {t('unconfirmed.confirm')}
    </Button>
  );
}
