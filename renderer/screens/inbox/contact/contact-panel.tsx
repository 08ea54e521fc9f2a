import { Alert, Anchor, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { CopyField } from '../../../components/values/copy-field.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { HiddenNumber } from '../../../components/values/hidden-number.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useConversation } from '../conversation.ts';
import type { Contact } from '../types.ts';
import { useChannels } from '../use-lists.ts';
import { AppointmentsOfPerson } from './appointments-of-person.tsx';
import { ContactCards } from './contact-cards.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ContactLeads } from './contact-leads.tsx';
import { OrdersOfPerson } from './orders-of-person.tsx';
import { PersonLink } from './person-link.tsx';

/** Contact of the conversation: name, tags and what the shop knows. */
export function ContactPanel({ conversationId, onClose }: { conversationId: string; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const { data: conversation } = useConversation(conversationId);
  const id = conversation?.contact.id;
  const { data, error, refetch } = useQuery({
    ...operationQuery('getContact', { path: { phone: id ?? '' } }),
    enabled: id !== undefined,
  });
  return (
    <aside className="ib-panel" aria-label={t('panel.title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {t('panel.title')}
        </Title>
        <CloseButton aria-label={t('panel.close')} onClick={onClose} />
      </Group>
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading size="sm" />}
      {data && <ContactDetails key={data.id} contact={data} conversationId={conversationId} />}
    </aside>
  );
}

function ContactDetails({ contact, conversationId }: { contact: Contact; conversationId: string }) {
  const { t } = useTranslation('inbox');
  return (
    <Stack gap="md">
      {contact.optedOut && (
        <Alert color="orange" p="xs" icon={<IconBellOff aria-hidden />}>
          {t('panel.optedOut')}
        </Alert>
      )}
      {contact.mayBe.map((other) => (
        <Alert key={`${other.id} ${other.address.value}`} color="orange" p="xs">
          <Anchor component={Link} href={`/customers/${contact.id}`} inherit c="inherit" underline="always">
            {t('panel.mayBe', { name: nameOf(other) })}
          </Anchor>
        </Alert>
      ))}
      <PersonLink contact={contact} />
      <ContactFields contact={contact} />
      {contact.phone === null ? <HiddenNumber /> : <CopyField label={t('panel.phone')} value={contact.phone} />}
      {contact.username !== null && <CopyField label={t('panel.username')} value={`@${contact.username}`} />}
      <AppointmentsOfPerson contact={contact} />
      <OrdersOfPerson contact={contact} />
      <ContactCards contact={contact} conversationId={conversationId} />
      <ContactLeads contact={contact} conversationId={conversationId} />
      <Conversations contact={contact} conversationId={conversationId} />
      <Text size="xs" c="dimmed">
        {t('panel.since')} <Time at={contact.createdAt} style="day" />
      </Text>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <Stack gap={6}>{children}</Stack>
    </section>
  );
}

function Conversations({ contact, conversationId }: { contact: Contact; conversationId: string }) {
  const { t } = useTranslation('inbox');
  const channels = useChannels();
  const others = contact.conversations.filter(({ id }) => id !== conversationId);
  if (others.length === 0) return null;
  return (
    <Part title={t('panel.otherConversations')}>
      {others.map(({ id, channelId, status, lastMessageAt }) => (
        <Link key={id} href={`/inbox/${id}`} className="ib-panel-link">
          <span className="ib-truncate">{channels.find((channel) => channel.id === channelId)?.name}</span>
          <Text span size="xs" c="dimmed" className="ib-nowrap">
            {t(`statuses.${status}`)} · <Time at={lastMessageAt} style="short" />
          </Text>
        </Link>
      ))}
    </Part>
  );
}
