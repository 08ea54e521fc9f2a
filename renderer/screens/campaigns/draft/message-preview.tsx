import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { TemplateLengths, useTemplateLengths } from '../../../components/limits/template-lengths.tsx';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { PhonePreview } from '../../../components/phone/phone-preview.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { useConsole } from '../../../session.ts';
import type { Campaign, ChatTemplate } from '../queries.ts';
import { fillTemplate } from './fill-template.ts';
import { type Message, toMappings } from './message.ts';

interface MessagePreviewProps {
  campaign: Campaign;
  template: ChatTemplate;
  message: Message;
  /** People in the audience. */
  count: number;
}

const typingPauseMs = 200;

/** The sample of a campaign: its variables with the data of one recipient. */
export const sampleQuery = (campaign: Campaign, { rows }: Message, at: number) =>
  operationQuery('sampleCampaign', { path: { id: campaign.id }, body: { mappings: toMappings(rows), at } });

/** The message as one of the people will see it; the buttons below lead to the next of them. */
export function MessagePreview({ campaign, template, message, count }: MessagePreviewProps) {
  const { t } = useTranslation('campaigns');
  const { workspace } = useConsole();
  const [wanted, setAt] = useState(0);
  const at = Math.max(0, Math.min(wanted, count - 1));
  const [settled] = useDebouncedValue(message, typingPauseMs);
  const sample = useQuery({
    // The audience may be another one after each change of the campaign.
    ...sampleQuery(campaign, settled, at),
    queryKey: [...sampleQuery(campaign, settled, at).queryKey, campaign.updatedAt],
    placeholderData: keepPreviousData,
    enabled: count > 0,
  });
  const { recipient = null, values = {} } = count > 0 ? (sample.data ?? {}) : {};
  const name = recipient && nameOf(recipient);
  const { measured } = useTemplateLengths(template, values);
  return (
    <>
      <PhonePreview shop={workspace.name} message={fillTemplate(template, values, message.headerFile)} />
      <TemplateLengths measured={measured} />
      {name === null ? (
        <Text size="sm" c="dimmed">
          {t('preview.nobody')}
        </Text>
      ) : (
        <Group gap={4} wrap="nowrap">
          <ToolButton label={t('preview.before')} size={32} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ToolButton>
          <Text size="sm" truncate aria-live="polite" style={{ flex: 1 }} ta="center">
            {t('preview.for', { name, at: at + 1, count })}
          </Text>
          <ToolButton label={t('preview.after')} size={32} disabled={at >= count - 1} onClick={() => setAt(at + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </ToolButton>
        </Group>
      )}
    </>
  );
}
