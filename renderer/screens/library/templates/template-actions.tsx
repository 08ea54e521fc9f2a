import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconMessagePlus, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useIsOwner } from '../../../session.ts';
import type { ChatTemplate } from './queries.ts';

/** Where a template leads: a new conversation, a campaign, another template. */
export const linksOf = ({ id, channelId }: Pick<ChatTemplate, 'id' | 'channelId'>) => ({
  send: `/inbox?new&channel=${channelId}&template=${id}`,
  campaign: `/campaigns?new&channel=${channelId}&template=${id}`,
  duplicate: `/library/templates/new?channel=${channelId}&from=${id}`,
});

/** What can be done with a template of the list. */
export function TemplateActions({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const isOwner = useIsOwner();
  const isApproved = template.status === 'APPROVED';
  const { send, campaign, duplicate } = linksOf(template);
  if (!isOwner && !isApproved) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ToolButton label={t('actions.menu', { name: template.name })}>
          <IconDots size={18} aria-hidden />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isApproved && (
          <Menu.Item component={Link} href={send} leftSection={<IconMessagePlus size={16} aria-hidden />}>
            {t('actions.send')}
          </Menu.Item>
        )}
        {isApproved && isOwner && (
          <Menu.Item component={Link} href={campaign} leftSection={<IconSpeakerphone size={16} aria-hidden />}>
            {t('actions.campaign')}
          </Menu.Item>
        )}
        {isOwner && (
          <Menu.Item component={Link} href={duplicate} leftSection={<IconCopy size={16} aria-hidden />}>
            {t('actions.duplicate')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
