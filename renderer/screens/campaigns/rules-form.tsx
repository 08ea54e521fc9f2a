import { Button, Group, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/failure.tsx';
import { fold } from '../../components/fold.ts';
import { useSave } from '../../components/use-save.ts';
import { useConsole } from '../../session.ts';
import { type SendingRules, sendingRulesQuery } from './queries.ts';

type Hours = NonNullable<SendingRules['sendingHours']>;
const usualHours: Hours = { from: '08:00', to: '20:00' };

interface RulesFormProps {
  rules: SendingRules;
  onClose(): void;
}

/** When campaigns may be sent, and with which words people leave them and come back. */
export function RulesForm({ rules, onClose }: RulesFormProps) {
  const { t } = useTranslation('campaigns');
  const { workspace } = useConsole();
  const [draft, setDraft] = useState(rules);
  const change = (changes: Partial<SendingRules>) => setDraft((present) => ({ ...present, ...changes }));
  const save = useSave(sendingRulesQuery.queryKey, () => call('replaceSendingRules', { body: draft }), {
    quiet: true,
  });
  const { sendingHours, stopWords, startWords } = draft;
  const stopFault = findFault(stopWords);
  const startFault = findFault(startWords, stopWords);
  const areHoursWrong = sendingHours !== null && !(sendingHours.from !== '' && sendingHours.from < sendingHours.to);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!stopFault && !startFault && !areHoursWrong) save.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Switch
          label={t('rules.limited')}
          description={t('rules.limitedHelp', { zone: workspace.timezone.replaceAll('_', ' ') })}
          checked={sendingHours !== null}
          onChange={(event) =>
            change({ sendingHours: event.currentTarget.checked ? (rules.sendingHours ?? usualHours) : null })
          }
        />
        {sendingHours && (
          <HoursFields
            hours={sendingHours}
            isWrong={areHoursWrong}
            onChange={(hours) => change({ sendingHours: hours })}
          />
        )}
        <WordsField
          name="stopWords"
          words={stopWords}
          fault={stopFault}
          onChange={(chosen) => change({ stopWords: chosen })}
        />
        <WordsField
          name="startWords"
          words={startWords}
          fault={startFault}
          onChange={(chosen) => change({ startWords: chosen })}
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

interface HoursFieldsProps {
  hours: Hours;
  isWrong: boolean;
  onChange(hours: Hours): void;
}

function HoursFields({ hours, isWrong, onChange }: HoursFieldsProps) {
  const { t } = useTranslation('campaigns');
  return (
    <Group align="flex-start">
      <TextInput
        type="time"
        label={t('rules.from')}
        value={hours.from}
        onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t('rules.to')}
        value={hours.to}
        error={isWrong && t('rules.wrongHours')}
        onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
      />
    </Group>
  );
}

interface WordsFieldProps {
  name: 'stopWords' | 'startWords';
  words: string[];
  fault: Fault | null;
  onChange(words: string[]): void;
}

function WordsField({ name, words, fault, onChange }: WordsFieldProps) {
  const { t } = useTranslation('campaigns');
  const [isTyping, setIsTyping] = useState(false);
  // A fault that went only when the field is left would move the button from under the pointer.
  const shown = isTyping && fault?.kind === 'none' ? null : fault;
  return (
    <TagsInput
      label={t(`rules.${name}`)}
      description={t(`rules.${name}Help`)}
      maxTags={50}
      maxLength={40}
      splitChars={[',', ';']}
      value={words}
      error={shown && t(`rules.faults.${shown.kind}`, { word: shown.word })}
      onChange={onChange}
      onSearchChange={(typed) => setIsTyping(typed !== '')}
    />
  );
}

/** As the server compares: capitals, accents and punctuation do not matter. */
const toKey = (word: string): string =>
  fold(word)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Fault {
  kind: 'none' | 'noLetters' | 'both';
  word?: string;
}

/** Holds words against the rules of the server; none of them may mean the opposite too. */
function findFault(words: string[], opposite: string[] = []): Fault | null {
  if (words.length === 0) return { kind: 'none' };
  const unreadable = words.find((word) => toKey(word) === '');
  if (unreadable !== undefined) return { kind: 'noLetters', word: unreadable };
  const taken = new Set(opposite.map(toKey));
  const both = words.find((word) => taken.has(toKey(word)));
  return both === undefined ? null : { kind: 'both', word: both };
}
