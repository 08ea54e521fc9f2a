import {
  ActionIcon,
  Avatar,
  Badge,
  Button,
  Menu,
  Popover,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
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
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '../../../components/values/phone.ts';
import { handoffOf, resolveOf, type useChangeConversation } from '../conversation.ts';
import { initialsOf, nameOf } from '../format.ts';
import { StagesDialog } from '../stages-dialog.tsx';
import type { Conversation } from '../types.ts';
import { useChannels, useStages } from '../use-lists.ts';

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
        {status !== 'RESOLVED' && <Assign key={conversation.id} conversation={conversation} onChange={onChange} />}
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
  const [isManaging, manager] = useDisclosure(false);
  return (
    <>
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
          {stages.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={manager.open}>{t('stages.manage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <StagesDialog opened={isManaging} onClose={manager.close} />
    </>
  );
}

function Assign({ conversation, onChange }: ActionProps) {
  const { t } = useTranslation('inbox');
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(conversation.assignedTo ?? '');
  const assign = (assignedTo: string) => {
    setIsOpen(false);
    setName(assignedTo);
    onChange({ assignedTo });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    assign(name.trim());
  };
  const label = conversation.assignedTo
    ? t('actions.assignedTo', { name: conversation.assignedTo })
    : t('actions.assign');
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon
            variant={conversation.assignedTo ? 'light' : 'subtle'}
            color={conversation.assignedTo ? 'brand' : 'gray'}
            size="lg"
            aria-label={label}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconUserCheck size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown w={260} aria-label={t('actions.assign')}>
        <form onSubmit={onSubmit}>
          <Stack gap="xs">
            <TextInput
              label={t('actions.assignee')}
              value={name}
              maxLength={120}
              data-autofocus
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs">
              {t('actions.assign')}
            </Button>
            {conversation.assignedTo && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => assign('')}>
                {t('actions.unassign')}
              </Button>
            )}
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
