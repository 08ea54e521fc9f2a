import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { MakeCard } from '../../../components/leads/make-card.tsx';
import { Time } from '../../../components/values/time.tsx';
import type { Contact } from '../types.ts';

const mostLeads = 5;

/** The leads of the person, each with a button that makes a card of it. */
export function ContactLeads({
  contact: { leadIds, id: contactId },
  conversationId,
}: {
  contact: Contact;
  conversationId: string;
}) {
  const { t } = useTranslation('inbox');
  const { data } = useQuery({
    ...operationQuery('listLeads', { query: { contactId, limit: mostLeads } }),
    enabled: leadIds.length > 0,
  });
  if (leadIds.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t('panel.leads', { count: leadIds.length })}
      </Title>
      <Stack gap={6}>
        {data?.data.map((lead) => (
          <Group key={lead.id} justify="space-between" gap={4} wrap="nowrap">
            <Group gap={6}>
              <Text size="sm">
                <Time at={lead.createdAt} style="day" />
              </Text>
              {lead.tags.map((tag) => (
                <Badge key={tag} variant="default" tt="none" size="sm">
                  {tag}
                </Badge>
              ))}
            </Group>
            <MakeCard lead={lead} conversationId={conversationId} />
          </Group>
        ))}
      </Stack>
    </section>
  );
}
