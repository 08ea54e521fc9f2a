import { ActionIcon, Avatar, Badge, Button, Menu, Text, Title, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconCheck,
  IconHandStop,
  IconLayoutSidebarRight,
  IconRobot,
  IconRotateClockwise,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../../session.ts';
import { handoffOf, resolveOf, type useChangeConversation } from '../conversation.ts';
import { formatPhone, initialsOf, nameOf } from '../format.ts';
import type { Conversation } from '../types.ts';
import { useChannels, useColleagues, useStages } from '../use-lists.ts';

interface HeaderProps {
  conversation: Conversation;
  hasPanel: boolean;
  onChange: ReturnType<typeof useChangeConversation>;
  onBack(): void;
  onPanel(): void;
}

const colours = { ACTIVE: 'blue', HANDED_OFF: 'orange', RESOLVED: 'gray' } as const;

/** Name, status and actions of the conversation. */
export function ThreadHeader({ conversation, hasPanel, onChange, onBack, onPanel }: HeaderProps) {
  const { t } = useTranslation('inbox');
  const channel = useChannels().find(({ id }) => id === conversation.channelId);
  const { contact, status } = conversation;
  return (
    <header className="ib-header">
      <ActionIcon
        className="ib-back"
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onBack}
        aria-label={t('thread.back')}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <Avatar size={38} radius="xl" color="brand" aria-hidden>
        {initialsOf(contact.name)}
      </Avatar>
      <div className="ib-who">
        <Title order={2} size="h5" className="ib-truncate">
          {nameOf(contact)}
        </Title>
        <Text size="xs" c="dimmed" className="ib-truncate">
          {[contact.name && formatPhone(contact.phone), channel?.name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Badge color={colours[status]} variant="light" tt="none" radius="sm" className="ib-header-status">
        {t(`statuses.${status}`)}
      </Badge>
      <div className="ib-header-actions">
        {status !== 'RESOLVED' && <Handoff conversation={conversation} onChange={onChange} />}
        {status !== 'RESOLVED' && <Assign conversation={conversation} onChange={onChange} />}
        <StageMenu conversation={conversation} onChange={onChange} />
        <Resolve conversation={conversation} onChange={onChange} />
        <Tooltip label={t('panel.toggle')}>
          <ActionIcon
            variant={hasPanel ? 'light' : 'subtle'}
            color={hasPanel ? 'brand' : 'gray'}
            size="lg"
            onClick={onPanel}
            aria-label={t('panel.toggle')}
            aria-pressed={hasPanel}
          >
            <IconLayoutSidebarRight size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}

type ActionProps = Pick<HeaderProps, 'conversation' | 'onChange'>;

function Handoff({ conversation, onChange }: ActionProps) {
  const { t } = useTranslation('inbox');
  const label = t(conversation.status === 'ACTIVE' ? 'actions.takeOver' : 'actions.giveBack');
  const Icon = conversation.status === 'ACTIVE' ? IconHandStop : IconRobot;
  return (
    <Tooltip label={`${label} (h)`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => onChange(handoffOf(conversation))}
      >
        <Icon size={19} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Resolve({ conversation, onChange }: ActionProps) {
  const { t } = useTranslation('inbox');
  const isResolved = conversation.status === 'RESOLVED';
  const Icon = isResolved ? IconRotateClockwise : IconCheck;
  const label = t(isResolved ? 'actions.reopen' : 'actions.resolve');
  return (
    <Button
      size="xs"
      variant={isResolved ? 'default' : 'filled'}
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={label}
      onClick={() => onChange(resolveOf(conversation))}
    >
      <span className="ib-header-word">{label}</span>
    </Button>
  );
}

function StageMenu({ conversation, onChange }: ActionProps) {
  const { t } = useTranslation('inbox');
  const stages = useStages();
  const present = stages.find(({ id }) => id === conversation.stageId);
  if (stages.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label={present?.name ?? t('actions.stage')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${t('actions.stage')}: ${present?.name ?? t('actions.noStage')}`}
          >
            <IconTag size={19} aria-hidden style={present && { fill: present.color }} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {stages.map(({ id, name, color }) => (
          <Menu.Item
            key={id}
            leftSection={<i className="ib-dot" style={{ background: color }} />}
            rightSection={id === conversation.stageId ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => onChange({ stageId: id })}
          >
            {name}
          </Menu.Item>
        ))}
        {present && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange({ stageId: null })}>{t('actions.noStage')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Chooses the person who replies: the caller first, then everyone else, then nobody. */
function Assign({ conversation, onChange }: ActionProps) {
  const { t } = useTranslation('inbox');
  const { user } = useConsole();
  const { assignedTo, assignedToUserId } = conversation;
  const others = useColleagues().filter(({ id }) => id !== user.id);
  const people = [
    { id: user.id, name: user.name, label: t('actions.me', { name: user.name }) },
    ...others.map(({ id, name }) => ({ id, name, label: name })),
  ];
  const label = assignedTo ? t('actions.assignedTo', { name: assignedTo }) : t('actions.assign');
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon
            variant={assignedTo ? 'light' : 'subtle'}
            color={assignedTo ? 'brand' : 'gray'}
            size="lg"
            aria-label={label}
          >
            <IconUserCheck size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {people.map(({ id, name, label: shown }) => (
          <Menu.Item
            key={id}
            rightSection={id === assignedToUserId ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => onChange({ assignedToUserId: id, assignedTo: name })}
          >
            {shown}
          </Menu.Item>
        ))}
        {(assignedTo || assignedToUserId) && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange({ assignedToUserId: null, assignedTo: '' })}>
              {t('actions.nobody')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
