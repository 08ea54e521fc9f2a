import { Button, Group, Stack, Switch, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { fold } from '../../components/form/fold.ts';
import type { Form } from '../../components/form/form.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { TimeField } from '../../components/form/time-field.tsx';
import { useSave } from '../../components/form/use-save.ts';
import { useConsole } from '../../session.ts';
import { type SendingRules, sendingRulesQuery } from './queries.ts';

type Hours = NonNullable<SendingRules['sendingHours']>;
const usualHours: Hours = { from: '08:00', to: '20:00' };

interface RulesFormProps {
  rules: SendingRules;
  onClose(): void;
}

/** Sending hours, and the words that opt out and in again. */
export function RulesForm({ rules, onClose }: RulesFormProps) {
  const { t } = useTranslation('campaigns');
  const { workspace, currency } = useConsole();
  const form = useForm({ initialValues: rules });
  const save = useSave(sendingRulesQuery.queryKey, (body: SendingRules) => call('replaceSendingRules', { body }), {
    quiet: true,
  });
  const { sendingHours, stopWords, startWords } = form.values;
  const stopFault = findFault(stopWords);
  const startFault = findFault(startWords, stopWords);
  const areHoursWrong = sendingHours !== null && !(sendingHours.from !== '' && sendingHours.from < sendingHours.to);
  const onSubmit = form.onSubmit((draft) => {
    if (!stopFault && !startFault && !areHoursWrong) save.mutate(draft, { onSuccess: onClose });
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Switch
          label={t('rules.limited')}
          description={t('rules.limitedHelp', { zone: workspace.timezone.replaceAll('_', ' ') })}
          checked={sendingHours !== null}
          onChange={(event) =>
            form.setFieldValue('sendingHours', event.currentTarget.checked ? (rules.sendingHours ?? usualHours) : null)
          }
        />
        {sendingHours && <HoursFields form={form} hours={sendingHours} isWrong={areHoursWrong} />}
        <WordsField form={form} name="stopWords" fault={stopFault} />
        <WordsField form={form} name="startWords" fault={startFault} />
        <NumberField
          label={t('rules.price', { currency: currency ?? '' })}
          description={t('rules.priceHelp')}
          min={0}
          max={1_000}
          decimals={4}
          value={form.values.pricePerMessage}
          onChange={(price) => form.setFieldValue('pricePerMessage', price)}
        />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function HoursFields({ form, hours, isWrong }: { form: Form<SendingRules>; hours: Hours; isWrong: boolean }) {
  const { t } = useTranslation('campaigns');
  const propsOf = (end: 'from' | 'to') => ({
    label: t(`rules.${end}`),
    value: hours[end],
    onChange: (time: string) => form.setFieldValue(`sendingHours.${end}`, time),
  });
  return (
    <Group align="flex-start">
      <TimeField {...propsOf('from')} />
      <TimeField {...propsOf('to')} error={isWrong && t('rules.wrongHours')} />
    </Group>
  );
}

interface WordsFieldProps {
  form: Form<SendingRules>;
  name: 'stopWords' | 'startWords';
  fault: Fault | null;
}

function WordsField({ form, name, fault }: WordsFieldProps) {
  const { t } = useTranslation('campaigns');
  const [isTyping, setIsTyping] = useState(false);
  // Do not report an empty list while typing: a fault that disappears on blur would move the button under the pointer.
  const shown = isTyping && fault?.kind === 'none' ? null : fault;
  return (
    <TagsInput
      label={t(`rules.${name}`)}
      description={t(`rules.${name}Help`)}
      maxTags={50}
      maxLength={40}
      splitChars={[',', ';']}
      {...form.getInputProps(name)}
      error={shown && t(`rules.faults.${shown.kind}`, { word: shown.word })}
      onSearchChange={(typed) => setIsTyping(typed !== '')}
    />
  );
}

/** Normalises like the server: capitals, accents and punctuation do not matter. */
const toKey = (word: string): string =>
  fold(word)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Fault {
  kind: 'none' | 'noLetters' | 'both';
  word?: string;
}

/** Checks words against the server's rules; none may also be in `opposite`. */
function findFault(words: string[], opposite: string[] = []): Fault | null {
  if (words.length === 0) return { kind: 'none' };
  const unreadable = words.find((word) => toKey(word) === '');
  if (unreadable !== undefined) return { kind: 'noLetters', word: unreadable };
  const taken = new Set(opposite.map(toKey));
  const both = words.find((word) => taken.has(toKey(word)));
  return both === undefined ? null : { kind: 'both', word: both };
}
