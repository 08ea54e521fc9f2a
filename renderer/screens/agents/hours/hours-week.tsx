import { ActionIcon, Menu, Switch, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFacts } from '../use-facts.ts';
import { copyRanges, type Day, days, type Faults, type Hours, proposeRange, type Range } from './hours.ts';
import { HoursRanges } from './hours-ranges.tsx';

interface HoursWeekProps {
  days: Hours['days'];
  faults: Faults;
  onChange(changes: Partial<Hours['days']>): void;
}

/** The hours of each weekday; a day without ranges is closed. */
export function HoursWeek({ days: week, faults, onChange }: HoursWeekProps) {
  const { t } = useTranslation('agents');
  const { weekday } = useFacts();
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {t('hours.week')}
      </Text>
      <ul className="fd-list fd-days">
        {days.map((day, index) => {
          const ranges = week[day];
          const name = weekday(index);
          return (
            <li key={day} className="fd-line fd-day">
              <Switch
                label={name}
                checked={ranges.length > 0}
                onChange={(event) => onChange({ [day]: event.currentTarget.checked ? [proposeRange([])] : [] })}
              />
              {ranges.length === 0 ? (
                <Text size="sm" c="dimmed" className="fd-day-hours">
                  {t('hours.closed')}
                </Text>
              ) : (
                <HoursRanges
                  name={name}
                  ranges={ranges}
                  faults={faults}
                  onChange={(changed) => onChange({ [day]: changed })}
                />
              )}
              <CopyMenu from={day} name={name} ranges={ranges} onCopy={onChange} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface CopyMenuProps {
  from: Day;
  name: string;
  ranges: Range[];
  onCopy(changes: Partial<Hours['days']>): void;
}

function CopyMenu({ from, name, ranges, onCopy }: CopyMenuProps) {
  const { t } = useTranslation('agents');
  const { weekday } = useFacts();
  const copyTo = (targets: readonly Day[]) =>
    onCopy(Object.fromEntries(targets.filter((day) => day !== from).map((day) => [day, copyRanges(ranges)])));
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className="fd-day-copy"
          title={t('hours.copy')}
          aria-label={`${t('hours.copy')}: ${name}`}
        >
          <IconCopy size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('hours.copyTo', { day: name })}</Menu.Label>
        <Menu.Item onClick={() => copyTo(days)}>{t('hours.everyDay')}</Menu.Item>
        <Menu.Item onClick={() => copyTo(days.slice(0, 5))}>{t('hours.workdays')}</Menu.Item>
        <Menu.Divider />
        {days.map(
          (day, index) =>
            day !== from && (
              <Menu.Item key={day} onClick={() => copyTo([day])}>
                {weekday(index)}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
