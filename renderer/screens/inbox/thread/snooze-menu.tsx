import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAlarm, IconAlarmOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../components/values/time.tsx';
import { useConsole } from '../../../session.ts';
import type { ConversationActions } from '../conversation.ts';
import { dayOf, toMoment } from '../format.ts';
import type { Conversation } from '../types.ts';

const hourMs = 3_600_000;
const opensAt = 8;

/** Times to which a conversation can be put aside. */
const choices = [
  { name: 'hour', until: (now: Date) => new Date(now.getTime() + hourMs) },
  { name: 'threeHours', until: (now: Date) => new Date(now.getTime() + 3 * hourMs) },
  { name: 'tomorrow', until: (now: Date, timeZone: string) => morningIn(1, now, timeZone) },
  { name: 'monday', until: (now: Date, timeZone: string) => morningIn(daysToMonday(now, timeZone), now, timeZone) },
] as const;

/** Eight in the morning, in the shop's time zone, `days` from now. */
function morningIn(days: number, now: Date, timeZone: string): Date {
  const wall = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  wall.setUTCDate(wall.getUTCDate() + days);
  wall.setUTCHours(opensAt);
  return toMoment(wall, timeZone);
}

function daysToMonday(now: Date, timeZone: string): number {
  const weekday = new Date(`${dayOf(now, timeZone)}T00:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}

/** Puts the conversation aside until a time or until the customer writes; or takes it up again. */
export function SnoozeMenu({ conversation, service }: { conversation: Conversation; service: ConversationActions }) {
  const { t } = useTranslation('inbox');
  const { timezone } = useConsole().workspace;
  const { snooze } = conversation;
  if (snooze !== null) {
    return (
      <Tooltip label={t('snooze.end')}>
        <ActionIcon variant="light" color="gray" size="lg" aria-label={t('snooze.end')} onClick={service.unsnooze}>
          <IconAlarmOff size={19} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  }
  const now = new Date();
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label={t('snooze.begin')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('snooze.begin')}>
            <IconAlarm size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => service.snooze(null)}>{t('snooze.nextMessage')}</Menu.Item>
        <Menu.Divider />
        {choices.map(({ name, until }) => {
          const at = until(now, timezone).toISOString();
          return (
            <Menu.Item
              key={name}
              onClick={() => service.snooze(at)}
              rightSection={
                <span className="ib-menu-time">
                  <Time at={at} style={name === 'hour' || name === 'threeHours' ? 'time' : 'weekday'} />
                </span>
              }
            >
              {t(`snooze.${name}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
