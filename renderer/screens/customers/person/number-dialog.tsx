import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/refusals.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { useIsOwner } from '../../../session.ts';
import type { Person } from '../queries.ts';
import { useChangeNumber } from './use-identity.ts';

interface NumberDialogProps {
  opened: boolean;
  person: Person;
  onClose(): void;
  /** Called for a number of another customer, who may be the same person. */
  onMerge(otherId: string): void;
}

/** Records a person's present number. */
export function NumberDialog({ opened, person, onClose, onMerge }: NumberDialogProps) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(person.phone === null ? 'number.add' : 'number.change')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <NumberForm person={person} onClose={onClose} onMerge={onMerge} />
    </Modal>
  );
}

function NumberForm({ person, onClose, onMerge }: Omit<NumberDialogProps, 'opened'>) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const [typed, setTyped] = useState('');
  const save = useChangeNumber(person.id, onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(typed.trim());
  };
  const rest = restOf(save.error, ['phone']);
  const otherId = save.error instanceof ApiError ? save.error.contactId : null;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {person.phone !== null && <Text size="sm">{t('number.help')}</Text>}
        <TextInput
          label={t('number.new')}
          type="tel"
          maxLength={40}
          required
          data-autofocus
          value={typed}
          error={fieldsOf(save.error).phone}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {rest && (
          <Alert color={otherId === null ? 'red' : 'orange'} role="alert">
            <Text size="sm">{otherId === null ? rest.message : t('number.taken')}</Text>
            {otherId !== null && isOwner && (
              <Button variant="default" size="xs" mt="xs" onClick={() => onMerge(otherId)}>
                {t('merge.open')}
              </Button>
            )}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
