import { ActionIcon, Badge, Button, Menu, Text, Title, Tooltip } from '@mantine/core';
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
import { useTranslation } from 'react-i18next';
import { nameOf, underNameOf } from '../../../components/values/customer.ts';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import { useConsole } from '../../../session.ts';
import { type ConversationActions, handoffOf, stateOf } from '../conversation.ts';
import { StagesDialog } from '../stages-dialog.tsx';
import type { Conversation } from '../types.ts';
import { useChannels, useColleagues, useStages } from '../use-lists.ts';
import { useWaited } from '../waited.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';

interface HeaderProps {
  conversation: Conversation;
  hasPanel: boolean;
  service: ConversationActions;
  onBack(): void;
  onPanel?: (() => void) | undefined;
}

/** Name, status and actions of the conversation. */
export function ThreadHeader({ conversation, hasPanel, service, onBack, onPanel }: HeaderProps) {
  const { t } = useTranslation('inbox');
  const channel = useChannels().find(({ id }) => id === conversation.channelId);
  const { contact, status } = conversation;
  const state = stateOf(conversation);
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
      <PersonAvatar name={nameOf(contact)} size={36} />
      <div className="ib-who">
        <Title order={2} size="h5" className="ib-truncate">
          {nameOf(contact)}
        </Title>
        <Text size="xs" c="dimmed" className="ib-truncate">
          {[underNameOf(contact), channel?.name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {state === 'WAITING' && conversation.waitingSince !== null ? (
        <Waits since={conversation.waitingSince} />
      ) : (
        <Badge variant="light" color={state === 'IN_SERVICE' ? 'brand' : 'gray'} className="ib-header-status">
          {t(`states.${state}`)}
        </Badge>
      )}
      <div className="ib-header-actions">
        {status !== 'RESOLVED' && <Handoff conversation={conversation} service={service} />}
        {status !== 'RESOLVED' && <Assign conversation={conversation} service={service} />}
        {status === 'HANDED_OFF' && <SnoozeMenu conversation={conversation} service={service} />}
        <StageMenu conversation={conversation} service={service} />
        <Resolve conversation={conversation} service={service} />
        {onPanel && (
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
        )}
      </div>
    </header>
  );
}

function Waits({ since }: { since: string }) {
  const { t } = useTranslation('inbox');
  const time = useWaited(since);
  return (
    <Badge className="ib-header-status fd-figures" data-waits>
      {t('list.waits', { time })}
    </Badge>
  );
}

type ActionProps = Pick<HeaderProps, 'conversation' | 'service'>;

function Handoff({ conversation, service }: ActionProps) {
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
        onClick={() => service.change(handoffOf(conversation))}
      >
        <Icon size={19} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Resolve({ conversation, service }: ActionProps) {
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
      onClick={isResolved ? service.reopen : service.resolve}
    >
      <span className="ib-header-word">{label}</span>
    </Button>
  );
}

function StageMenu({ conversation, service }: ActionProps) {
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
              onClick={() => service.change({ stageId: id })}
            >
              {name}
            </Menu.Item>
          ))}
          {present && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => service.change({ stageId: null })}>{t('actions.noStage')}</Menu.Item>
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

/** Chooses the person who replies: the caller first, then everyone else, then nobody. */
function Assign({ conversation, service }: ActionProps) {
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
            onClick={() => service.assign({ assignedToUserId: id, assignedTo: name })}
          >
            {shown}
          </Menu.Item>
        ))}
        {(assignedTo || assignedToUserId) && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => service.assign({ assignedToUserId: null, assignedTo: '' })}>
              {t('actions.nobody')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
