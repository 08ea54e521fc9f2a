import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { type Person, useTags } from '../queries.ts';
import { Addresses } from './addresses.tsx';
import { SavedText } from './saved-text.tsx';

const mostTags = 20;

/** What the shop knows about a person; each field is saved when it is left. */
export function Facts({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const { save, saveTags } = useSaveFacts(person);
  const tags = useTags();
  return (
    <section className="cu-facts" aria-label={t('person.facts')}>
      <Figures person={person} />
      <SavedText
        label={t('columns.name')}
        place={`contact.${person.id}.name`}
        value={person.name ?? ''}
        maxLength={120}
        onSave={(name) => save({ name })}
      />
      <Addresses person={person} />
      <SavedText
        label={t('columns.email')}
        place={`contact.${person.id}.email`}
        value={person.email ?? ''}
        maxLength={254}
        onSave={(email) => save({ email })}
      />
      <TagsInput
        label={t('columns.tags')}
        data={tags.map(({ name }) => name)}
        value={person.tags.map(({ name }) => name)}
        maxTags={mostTags}
        onChange={saveTags}
      />
      <SavedText
        label={t('person.notes')}
        place={`contact.${person.id}.notes`}
        value={person.notes ?? ''}
        maxLength={5_000}
        isLong
        onSave={(notes) => save({ notes })}
      />
      <OwnFields id={person.id} fields={person.fields} onSave={(fields) => save({ fields })} />
      <Consent person={person} />
    </section>
  );
}

/** Saves changes; the promise fails with the server's refusal. */
function useSaveFacts({ id }: Person) {
  const client = useQueryClient();
  const readAgain = () => invalidate(client, [...reads.contacts, ...reads.conversations, ...reads.conversation]);
  return {
    save: async (body: Body<'updateContact'>) => {
      await call('updateContact', { path: { phone: id }, body });
      await readAgain();
    },
    saveTags: async (tags: string[]) => {
      await call('replaceContactTags', { path: { phone: id }, body: { tags } });
      await readAgain();
    },
  };
}

function Figures({ person: { orders, createdAt, nextAppointment } }: { person: Person }) {
  const { t } = useTranslation('customers');
  const { money } = useFormats();
  const { currency } = useConsole();
  return (
    <dl className="cu-figures">
      <Figure label={t('person.orders')}>{orders.count}</Figure>
      <Figure label={t('person.spent')}>{money(orders.total, currency)}</Figure>
      <Figure label={t('columns.since')}>
        <Time at={createdAt} style="day" />
      </Figure>
      {nextAppointment && (
        <Figure label={t('person.next')}>
          <Time at={nextAppointment.startTime} style="full" />
        </Figure>
      )}
    </dl>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="fd-figures">{children}</dd>
  </div>
);

interface OwnFieldsProps {
  id: string;
  fields: Record<string, string>;
  onSave(fields: Record<string, string>): Promise<void>;
}

/** The shop's own fields: birthday, size, allergy. */
function OwnFields({ id, fields, onSave }: OwnFieldsProps) {
  const { t } = useTranslation('customers');
  const [name, setName] = useState('');
  const entries = Object.entries(fields);
  const add = useMutation({
    mutationFn: () => onSave({ ...fields, [name.trim()]: '' }),
    onSuccess: () => setName(''),
    onError: notifyFailure,
  });
  return (
    <Stack gap="xs">
      {entries.map(([label, value]) => (
        <Group key={label} gap={4} align="flex-end" wrap="nowrap">
          <SavedText
            label={label}
            place={`contact.${id}.field.${label}`}
            value={value}
            maxLength={300}
            onSave={(text) => onSave({ ...fields, [label]: text })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('person.removeField', { name: label })}
            onClick={() => onSave(Object.fromEntries(entries.filter(([other]) => other !== label)))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <form
        className="cu-add-field"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') add.mutate();
        }}
      >
        <TextInput
          size="xs"
          aria-label={t('person.fieldName')}
          placeholder={t('person.fieldName')}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
          {t('person.addField')}
        </Button>
      </form>
    </Stack>
  );
}

function Consent({ person: { optedOutAt, optedOutBy } }: { person: Person }) {
  const { t } = useTranslation('customers');
  return (
    <div>
      <Title order={2} size="h6" mb={4}>
        {t('person.consent')}
      </Title>
      <Text size="sm">
        {optedOutAt === null ? (
          t('person.mayWrite')
        ) : (
          <>
            {t('person.outSince')} <Time at={optedOutAt} />
            {optedOutBy !== null && <br />}
            {optedOutBy !== null && t(`person.outBy.${optedOutBy}`)}
          </>
        )}
      </Text>
    </div>
  );
}
