import { Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Tagged } from '../../../api/client.ts';
import { Choice } from '../../../components/form/choice.tsx';
import { findByFoldedText, listTimezones } from '../../../components/form/countries-timezones.ts';
import { Card } from '../../../components/page/page.tsx';
import { useConsole } from '../../../session.ts';
import { useAgentForm } from '../change-agent.ts';
import type { Agent } from '../queries.ts';
import { SaveBar } from '../save-bar.tsx';
import { type Faults, findFaults, readHours, toBusinessHours } from './hours.ts';
import { HoursExceptions } from './hours-exceptions.tsx';
import { HoursWeek } from './hours-week.tsx';

/** Opening hours: the agent states them, offers appointments within them and reports the shop closed outside them. */
export function HoursCard({ present }: { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const form = useAgentForm('hours', present, readHours, (hours) => ({ businessHours: toBusinessHours(hours) }));
  const [hasTried, setHasTried] = useState(false);
  const { draft, change } = form;
  const all = findFaults(draft);
  const shown = hasTried ? all : withoutBlanks(all);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    flushSync(() => setHasTried(all.size > 0));
    if (all.size === 0) form.save();
    else currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Card title={t('hours.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="lg">
          <Radio.Group
            label={t('hours.when')}
            value={draft.isAlways ? 'always' : 'hours'}
            onChange={(value) => change({ isAlways: value === 'always' })}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={4}>
              <Choice value="always" label={t('hours.always')} help={t('hours.alwaysHelp')} />
              <Choice value="hours" label={t('hours.byHours')} help={t('hours.byHoursHelp')} />
            </SimpleGrid>
          </Radio.Group>
          {!draft.isAlways && (
            <>
              <HoursWeek
                days={draft.days}
                faults={shown}
                onChange={(changes) => change({ days: { ...draft.days, ...changes } })}
              />
              <HoursExceptions
                exceptions={draft.exceptions}
                faults={shown}
                onChange={(exceptions) => change({ exceptions })}
              />
              <Zone value={draft.timezone} onChange={(timezone) => change({ timezone })} />
            </>
          )}
          <SaveBar form={form} fault={shown.size > 0 ? t('hours.faulty') : null} />
        </Stack>
      </form>
    </Card>
  );
}

/** Empty fields are no fault before the first attempt to save. */
const withoutBlanks = (faults: Faults): Faults =>
  new Map([...faults].filter(([, fault]) => fault !== 'empty' && fault !== 'noDate'));

function Zone({ value, onChange }: { value: string | null; onChange(value: string | null): void }) {
  const { t, i18n } = useTranslation('agents');
  const { timezone } = useConsole().workspace;
  const zones = useMemo(
    () => [
      { value: '', label: t('hours.shopZone', { zone: timezone.replaceAll('_', ' ') }) },
      ...listTimezones(i18n.language, value ?? timezone),
    ],
    [t, i18n.language, value, timezone],
  );
  return (
    <Select
      label={t('hours.timezone')}
      maw={420}
      data={zones}
      value={value ?? ''}
      onChange={(zone) => onChange(zone || null)}
      allowDeselect={false}
      searchable
      filter={findByFoldedText}
      nothingFoundMessage={t('hours.noZone')}
    />
  );
}
