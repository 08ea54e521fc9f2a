import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { Failure } from '../../components/failure.tsx';
import { languageOptions } from '../../components/language-options.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { findByFoldedText, listCountries, listTimezones } from '../../components/places.ts';
import { fieldsOf, restOf, useSave } from '../../components/use-save.ts';
import { chooseLanguage, type Language, languages } from '../../words/index.ts';
import { type Settings, settingsQuery } from './queries.ts';

/** Whose shop this is, where it is, and which languages are spoken. */
export function ShopSection() {
  return (
    <>
      <Loaded query={settingsQuery}>{({ shop }) => <ShopForm key={shop.id} shop={shop} />}</Loaded>
      <ConsoleLanguage />
    </>
  );
}

function ShopForm({ shop }: Pick<Settings, 'shop'>) {
  const { t, i18n } = useTranslation('settings');
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => ({ ...shop }));
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  const zones = useMemo(() => listTimezones(i18n.language, shop.timezone), [i18n.language, shop.timezone]);
  const { name, country, timezone, language } = draft;
  const save = useSave(
    settingsQuery.queryKey,
    () => call('changeShop', { body: { name: name.trim(), country, timezone, language } }),
    { quiet: true },
  );
  const faults = fieldsOf(save.error);
  const rest = restOf(save.error);
  const change = (changes: Partial<Settings['shop']>) => setDraft((present) => ({ ...present, ...changes }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => invalidate(client, ['getConsoleState']) });
  };
  const search = { searchable: true, filter: findByFoldedText, nothingFoundMessage: t('shop.notFound') } as const;
  return (
    <Card title={t('shop.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('shop.name')}
              required
              maxLength={100}
              value={name}
              error={faults.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Select
              label={t('shop.language')}
              data={languageOptions}
              value={language}
              error={faults.language}
              onChange={(value) => value !== null && change({ language: value as Language })}
              allowDeselect={false}
            />
            <Select
              {...search}
              label={t('shop.country')}
              description={t('shop.countryHelp')}
              data={countries}
              value={country}
              error={faults.country}
              onChange={(value) => value !== null && change({ country: value })}
              allowDeselect={false}
            />
            <Select
              {...search}
              label={t('shop.timezone')}
              description={t('shop.timezoneHelp')}
              data={zones}
              value={timezone}
              error={faults.timezone}
              onChange={(value) => value !== null && change({ timezone: value })}
              allowDeselect={false}
            />
          </SimpleGrid>
          {rest && <Failure error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Kept in this browser: who works here may read another language than the shop speaks. */
function ConsoleLanguage() {
  const { t, i18n } = useTranslation('settings');
  return (
    <Card title={t('shop.consoleTitle')}>
      <Select
        label={t('shop.consoleLanguage')}
        description={t('shop.consoleHelp')}
        maw={360}
        data={languageOptions}
        value={languages.find((language) => language === i18n.language) ?? 'en'}
        onChange={(value) => value !== null && chooseLanguage(value as Language)}
        allowDeselect={false}
      />
    </Card>
  );
}
