import { Anchor, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyDone, notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { CopyField } from '../../../components/values/copy-field.tsx';
import { HiddenNumber } from '../../../components/values/hidden-number.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import { Time } from '../../../components/values/time.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import type { Card, Stage } from '../types.ts';
import type { useCardActions } from '../use-card-actions.ts';
import { MoneyInput } from './money-input.tsx';

interface CardDetailsProps {
  card: Card;
  stages: Stage[];
  actions: ReturnType<typeof useCardActions>;
  onClose(): void;
}

/** Fields of a card, saved one by one as they are left, and its end. */
export function CardDetails({ card, stages, actions, onClose }: CardDetailsProps) {
  const { t } = useTranslation('pipeline');
  const { title, value, contactName } = card;
  const move = (stageId: string | null) => {
    const stage = stages.find(({ id }) => id === stageId);
    if (stage && stage.id !== card.stageId) actions.moveToTop(card, stage);
  };
  return (
    <Stack gap="sm">
      <EditedFields key={JSON.stringify([title, value, contactName])} card={card} />
      <Select
        label={t('fields.stage')}
        data={stages.map(({ id, name }) => ({ value: id, label: name }))}
        value={card.stageId}
        onChange={move}
        allowDeselect={false}
      />
      {card.contactPhone && <CopyField label={t('fields.phone')} value={formatPhone(card.contactPhone)} />}
      {card.contactId !== null && card.contactPhone === null && <HiddenNumber />}
      {card.conversationId && (
        <Anchor component={Link} href={`/inbox/${card.conversationId}`} size="sm">
          {t('card.openInbox')}
        </Anchor>
      )}
      <Facts card={card} />
      <DeleteCard card={card} onClose={onClose} />
    </Stack>
  );
}

interface Fields {
  title: string;
  value: number | null;
  contactName: string;
}

function EditedFields({ card: { id, title, value, contactName } }: { card: Card }) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  const first = { title, value, contactName: contactName ?? '' };
  const { form, begun } = useBegunForm<Fields>(`card.${id}.fields`, first);
  const save = useMutation({
    mutationFn: (body: Body<'updateCrmCard'>) => call('updateCrmCard', { path: { id }, body }),
    onSuccess() {
      begun.forget();
      return invalidate(client, reads.cards);
    },
    onError: (error) => {
      form.setErrors(fieldsOf(error));
      const rest = restOf(error, Object.keys(form.values));
      if (rest) notifyFailure(rest);
    },
  });
  const saveField = (field: keyof Fields) => {
    if (!form.isDirty(field)) return;
    if (field === 'title' && form.values.title.trim() === '') form.setFieldValue('title', title);
    else save.mutate({ [field]: form.values[field] });
  };
  const propsOf = (field: keyof Fields) => ({
    label: t(`fields.${field}`),
    ...form.getInputProps(field),
    onBlur: () => saveField(field),
  });
  return (
    <>
      <TextInput maxLength={200} {...propsOf('title')} />
      <MoneyInput {...propsOf('value')} />
      <TextInput maxLength={200} {...propsOf('contactName')} />
    </>
  );
}

function Facts({ card }: { card: Card }) {
  const { t } = useTranslation('pipeline');
  return (
    <Text size="xs" c="dimmed">
      {t('card.createdBy', { source: t(`actors.${card.source}`) })} <Time at={card.createdAt} />
      <br />
      {t('card.inStageSince')} <Time at={card.stageEnteredAt} />
    </Text>
  );
}

function DeleteCard({ card: { id, title }, onClose }: Pick<CardDetailsProps, 'card' | 'onClose'>) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('deleteCrmCard', { path: { id } }),
    onSuccess: () => {
      onClose();
      notifyDone(t('done.deleted', { name: title }));
      return invalidate(client, ['viewPipeline', 'listContactCards', 'readCrmReport']);
    },
    onError: notifyFailure,
  });
  return (
    <Group justify="flex-end">
      <ConfirmButton variant="subtle" color="red" size="xs" question={t('card.deleteHelp')} onConfirm={remove.mutate}>
        {t('card.delete')}
      </ConfirmButton>
    </Group>
  );
}
