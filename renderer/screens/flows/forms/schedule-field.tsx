import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../components/form/time-field.tsx';
import { usualCron, weekdayName } from '../draft/cron-words.ts';
import { PlainField } from './fields.tsx';
import { useField } from './form-context.ts';

/** When a schedule comes round: daily or weekly at a time, or any cron expression. */
export function ScheduleField() {
  const { t, i18n } = useTranslation('flows');
  const { value: cron = '', set } = useField<string>('cron');
  const [, minute = '0', hour = '9', day = '*'] = usualCron.exec(cron) ?? [];
  const [isOther, setIsOther] = useState(!usualCron.test(cron));
  const sort =
    isOther || !usualCron.test(cron) ? 'other' : day === '*' ? 'daily' : day === '1-5' ? 'workdays' : 'weekly';
  const write = (next: { minute?: string; hour?: string; day?: string }) => {
    const at = { minute, hour, day, ...next };
    set(`${Number(at.minute)} ${Number(at.hour)} * * ${at.day}`);
  };
  const days = [...Array(7).keys()].map((index) => ({
    value: String(index),
    label: weekdayName(i18n.language, index),
  }));
  const choose = (next: string) => {
    setIsOther(next === 'other');
    if (next === 'daily') write({ day: '*' });
    if (next === 'workdays') write({ day: '1-5' });
    if (next === 'weekly') write({ day: /^\d$/.test(day) ? day : '1' });
  };
  return (
    <>
      <Select
        label={t('schedule.sort')}
        allowDeselect={false}
        comboboxProps={{ portalProps: { target: 'main' } }}
        data={(['daily', 'workdays', 'weekly', 'other'] as const).map((one) => ({
          value: one,
          label: t(`schedule.${one}`),
        }))}
        value={sort}
        onChange={(next) => next && choose(next)}
      />
      {sort === 'other' ? (
        <PlainField path="cron" label={t('schedule.cron')} help={t('schedule.cronHelp')} maxLength={100} />
      ) : (
        <div className="fw-row" data-field="cron">
          {sort === 'weekly' && (
            <Select
              label={t('schedule.day')}
              data={days}
              value={day}
              onChange={(next) => next && write({ day: next })}
              allowDeselect={false}
              comboboxProps={{ portalProps: { target: 'main' } }}
            />
          )}
          <TimeField
            label={t('schedule.time')}
            value={`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`}
            onChange={(time) => {
              const [newHour = '9', newMinute = '0'] = time.split(':');
              write({ hour: newHour, minute: newMinute });
            }}
          />
        </div>
      )}
    </>
  );
}
