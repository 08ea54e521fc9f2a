import { ActionIcon, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { Card } from '../../../components/page/page.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useConsole } from '../../../session.ts';
import { type Person, peopleQuery } from '../queries.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonForm } from './person-form.tsx';

/** The people who sign in to the console. */
export const PeopleSection = () => <Loaded query={peopleQuery}>{({ data }) => <PeopleCard people={data} />}</Loaded>;

function PeopleCard({ people }: { people: Person[] }) {
  const { t } = useTranslation('people');
  /** The id of the person in the form, `new`, or null when it is closed. */
  const [open, setOpen] = useState<string | null>(null);
  const person = people.find(({ id }) => id === open) ?? null;
  const close = () => setOpen(null);
  return (
    <Card
      title={t('people.title')}
      actions={
        <Button size="xs" onClick={() => setOpen('new')}>
          {t('people.add')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t('people.help')}
      </Text>
      <ul className="fd-list">
        {people.map((one) => (
          <Line key={one.id} person={one} onOpen={() => setOpen(one.id)} />
        ))}
      </ul>
      <Modal
        opened={open === 'new' || person !== null}
        onClose={close}
        title={t(person ? 'form.change' : 'form.add')}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <PersonForm key={open} person={person} onDone={close} />
        {person && <PersonActions person={person} onDone={close} />}
      </Modal>
    </Card>
  );
}

function Line({ person, onOpen }: { person: Person; onOpen(): void }) {
  const { t } = useTranslation('people');
  const { user } = useConsole();
  const { id, name, role, disabledAt, hasPassphrase, sessions, lastSeenAt } = person;
  const marks = [
    ...(id === user.id ? [t('people.you')] : []),
    ...(disabledAt === null ? [] : [t('people.disabled')]),
    ...(hasPassphrase ? [] : [t('people.noPassphrase')]),
  ];
  return (
    <Group component="li" className="fd-line" justify="space-between" py="sm" gap="xs" wrap="nowrap">
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600} c={disabledAt === null ? undefined : 'dimmed'} truncate maw="100%">
            {name}
          </Text>
          {marks.map((mark) => (
            <Badge key={mark} variant="light" color="gray" tt="none" radius="sm">
              {mark}
            </Badge>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {`${t(`roles.${role}`)} · `}
          {lastSeenAt === null ? t('people.notSignedIn') : `${t('people.devices', { count: sessions })} · `}
          {lastSeenAt !== null && (
            <>
              {`${t('people.seen')} `}
              <Time at={lastSeenAt} />
            </>
          )}
        </Text>
      </Stack>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('people.change', { name })} onClick={onOpen}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
