import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { findByFoldedText, listCountries, listTimezones } from '../../components/form/countries-timezones.ts';
import type { Form } from '../../components/form/form.ts';
import { chooseLanguage, type Language, languages } from '../../words/index.ts';

export interface Answers {
  name: string;
  /** Of the owner; empty leaves the present one. */
  personName: string;
  country: string;
  timezone: string;
  data: 'demo' | 'empty';
  /** Offered in the desktop program only. */
  startsAtLogin: boolean;
}

interface StepProps {
  form: Form<Answers>;
}

/** Each language in its own name. */
const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' };

/** Changes the language at once, so the next steps use it. */
export function LanguageStep() {
  const { t, i18n } = useTranslation('wizard');
  return (
    <Radio.Group
      label={t('language')}
      value={i18n.language}
      onChange={(language) => chooseLanguage(language as Language)}
    >
      <Stack gap="xs" mt="sm">
        {languages.map((language) => (
          <Choice key={language} value={language} label={<span lang={language}>{languageNames[language]}</span>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function ShopStep({ form }: StepProps) {
  const { t } = useTranslation('wizard');
  return (
    <Stack>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        placeholder={t('namePlaceholder')}
        maxLength={100}
        required
        data-autofocus
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('personName')}
        description={t('personNameHelp')}
        maxLength={80}
        autoComplete="name"
        {...form.getInputProps('personName')}
      />
    </Stack>
  );
}

export function PlaceStep({ form }: StepProps) {
  const { t, i18n } = useTranslation('wizard');
  const { language } = i18n;
  const { timezone } = form.values;
  const countries = useMemo(() => listCountries(language), [language]);
  const zones = useMemo(() => listTimezones(language, timezone), [language, timezone]);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: timezone }).format();
  const search = { searchable: true, filter: findByFoldedText, nothingFoundMessage: t('notFound') };
  return (
    <Stack>
      <Select
        {...search}
        label={t('country')}
        description={t('countryHelp')}
        placeholder={t('search')}
        data={countries}
        allowDeselect={false}
        {...form.getInputProps('country')}
      />
      <Select
        {...search}
        label={t('timezone')}
        description={t('timezoneHelp')}
        placeholder={t('search')}
        data={zones}
        allowDeselect={false}
        {...form.getInputProps('timezone')}
      />
      <Text size="sm" c="dimmed">
        {t('now', { time })}
      </Text>
    </Stack>
  );
}

export function DataStep({ form }: StepProps) {
  const { t } = useTranslation('wizard');
  return (
    <Radio.Group aria-label={t('steps.data')} {...form.getInputProps('data')}>
      <Stack gap="xs">
        <Choice value="empty" label={t('empty')} help={t('emptyHelp')} />
        <Choice value="demo" label={t('demo')} help={t('demoHelp')} />
      </Stack>
    </Radio.Group>
  );
}
