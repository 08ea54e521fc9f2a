import '../../calendar/words.ts';
import { ActionIcon, Button, Checkbox, Popover, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../components/feedback/loading.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { useFreeSlots, useLanes } from '../../calendar/booking/slot.ts';
import type { Lane } from '../../calendar/calendar.ts';
import { clockAt, minuteMs } from '../../calendar/shop-time.ts';

const mostOffered = 5;
const usualMinutes = 60;

interface OfferSlotsProps {
  /** The agent of the conversation is offered first. */
  agentId: string | null;
  onInsert(text: string): void;
}

/** Puts free times into the message: no channel has a list that customers choose from, so it is a text to be edited. */
export function OfferSlots({ agentId, onInsert }: OfferSlotsProps) {
  const { t } = useTranslation('calendar');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="top-start" shadow="md" width={300}>
      <Popover.Target>
        <Tooltip label={t('offer.open')} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('offer.open')}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconCalendarTime size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('offer.open')}>
        {isOpen && (
          <Choice
            agentId={agentId}
            onInsert={(text) => {
              setIsOpen(false);
              onInsert(text);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice(props: OfferSlotsProps) {
  const { t } = useTranslation('calendar');
  const lanes = useLanes();
  if (!lanes) return <Loading size="sm" />;
  const first = lanes.find(({ id }) => id === props.agentId) ?? lanes[0];
  return first ? <Form {...props} lanes={lanes} first={first} /> : <Text size="sm">{t('book.noAgent')}</Text>;
}

function Form({ lanes, first, onInsert }: OfferSlotsProps & { lanes: Lane[]; first: Lane }) {
  const { t } = useTranslation('calendar');
  const { duration } = useFormats();
  const { timezone } = useConsole().workspace;
  const write = useOfferText();
  const [laneId, setLaneId] = useState(first.id);
  const [minutes, setMinutes] = useState(first.services[0]?.durationMinutes ?? usualMinutes);
  const [date, setDate] = useState(() => clockAt(Date.now(), timezone).date);
  const [left, setLeft] = useState<string[]>([]);
  const { data } = useFreeSlots(date === '' ? null : laneId, { date, minutes }, mostOffered);
  const chosen = (data?.data ?? []).filter(({ startTime }) => !left.includes(startTime));
  const lane = lanes.find(({ id }) => id === laneId) ?? first;
  const lengths = [
    ...new Set([30, 60, 90, 120, minutes, ...lane.services.flatMap((each) => each.durationMinutes ?? [])]),
  ];
  return (
    <Stack gap="xs">
      {lanes.length > 1 && (
        <Select
          size="xs"
          label={t('form.agent')}
          data={lanes.map(({ id, name }) => ({ value: id, label: name }))}
          value={laneId}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(id) => id && setLaneId(id)}
        />
      )}
      <Select
        size="xs"
        label={t('form.minutes')}
        data={lengths.sort((a, b) => a - b).map((each) => ({ value: String(each), label: duration(each * minuteMs) }))}
        value={String(minutes)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(each) => setMinutes(Number(each))}
      />
      <DateField size="xs" label={t('offer.from')} value={date} onChange={setDate} />
      <Slots slots={data?.data} left={left} onChange={setLeft} />
      <Button size="xs" disabled={chosen.length === 0} onClick={() => onInsert(write(chosen))}>
        {t('offer.insert')}
      </Button>
    </Stack>
  );
}

interface SlotsProps {
  slots: { startTime: string }[] | undefined;
  /** Start times that are left out. */
  left: string[];
  onChange(left: string[]): void;
}

function Slots({ slots, left, onChange }: SlotsProps) {
  const { t } = useTranslation('calendar');
  const write = useSlotText();
  const { language } = useConsole().workspace;
  if (slots?.length === 0) return <Text size="sm">{t('offer.none')}</Text>;
  return (
    <fieldset className="ib-slots fd-checks">
      <legend>{t('offer.choose')}</legend>
      {slots?.map(({ startTime }) => (
        <Checkbox
          key={startTime}
          size="md"
          label={write(startTime, language)}
          checked={!left.includes(startTime)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? left.filter((each) => each !== startTime) : [...left, startTime])
          }
        />
      ))}
    </fieldset>
  );
}

/** Writes a time for customers, by the shop's clock. */
function useSlotText() {
  const { timezone } = useConsole().workspace;
  return (at: string, language: string): string =>
    new Intl.DateTimeFormat(language, {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(at));
}

/** Writes an offer in the shop's language, which may be another than the console's. */
function useOfferText() {
  const { t } = useTranslation('calendar');
  const { language: lng } = useConsole().workspace;
  const write = useSlotText();
  return (slots: { startTime: string }[]): string =>
    [
      t('offer.intro', { lng }),
      ...slots.map(({ startTime }, index) => `${index + 1}. ${write(startTime, lng)}`),
      t('offer.outro', { lng }),
    ].join('\n');
}
