import '../../pipeline/words.ts';
import { ActionIcon, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { type NewCard, NewCardDialog } from '../../pipeline/card/new-card.tsx';
import type { Contact } from '../types.ts';

/** The person's cards of all pipelines, and a new one of this conversation. */
export function ContactCards({ contact, conversationId }: { contact: Contact; conversationId: string }) {
  const { t } = useTranslation('pipeline');
  const cards = useQuery(operationQuery('listContactCards', { query: { contactId: contact.id } })).data?.data ?? [];
  const pipeline = useQuery(operationQuery('listCrmPipelines')).data?.data[0];
  const stage = pipeline?.stages[0];
  const [draft, setDraft] = useState<NewCard | null>(null);
  const start = () => {
    if (!pipeline || !stage) return;
    const { id: contactId, phone: contactPhone } = contact;
    const customer = { contactId, contactName: writtenNameOf(contact), contactPhone };
    setDraft({ pipelineId: pipeline.id, stageId: stage.id, conversationId, ...customer });
  };
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {cards.length === 0 ? t('panel.none') : t('panel.title', { count: cards.length })}
        </Title>
        <ActionIcon variant="subtle" size={28} aria-label={t('card.newTitle')} disabled={!stage} onClick={start}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {cards.map((card) => (
        <CardLink key={card.id} card={card} />
      ))}
      <NewCardDialog draft={draft} stages={pipeline?.stages ?? []} onClose={() => setDraft(null)} />
    </section>
  );
}

type ContactCard = { id: string; title: string; value: number | null; stage: { name: string; color: string } };

function CardLink({ card: { id, title, value, stage } }: { card: ContactCard }) {
  const { money } = useFormats();
  const { currency } = useConsole();
  return (
    <Link href={`/pipeline/${id}`} className="ib-panel-card">
      <span className="ib-truncate">{title}</span>
      <Text span size="xs" c="dimmed" className="ib-stage">
        <i style={{ background: stage.color }} />
        {[stage.name, value !== null && money(value, currency)].filter(Boolean).join(' · ')}
      </Text>
    </Link>
  );
}
