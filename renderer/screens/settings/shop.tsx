import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { findByFoldedText, listCountries, listTimezones } from '../../components/form/countries-timezones.ts';
import { languageOptions } from '../../components/form/language-options.ts';
import { fieldsOf, restOf, useSave } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { type Settings, settingsQuery } from './queries.ts';

/** Name, location and language of the shop. */
export const ShopSection = () => (
  <Loaded query={settingsQuery}>{({ shop }) => <ShopForm key={shop.id} shop={shop} />}</Loaded>
);

function ShopForm({ shop }: Pick<Settings, 'shop'>) {
  const { t, i18n } = useTranslation('settings');
  const client = useQueryClient();
  const form = useForm({ initialValues: shop });
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  const zones = useMemo(() => listTimezones(i18n.language, shop.timezone), [i18n.language, shop.timezone]);
  const save = useSave(
    settingsQuery.queryKey,
    ({ name, country, timezone, language }: Settings['shop']) =>
      call('changeShop', { body: { name: name.trim(), country, timezone, language } }),
    { quiet: true },
  );
  const rest = restOf(save.error);
  const onSubmit = form.onSubmit((draft) =>
    save.mutate(draft, {
      onSuccess: () => invalidate(client, ['getConsoleState']),
      onError: (error) => form.setErrors(fieldsOf(error)),
    }),
  );
  const search = { searchable: true, filter: findByFoldedText, nothingFoundMessage: t('shop.notFound') } as const;
  return (
    <Card title={t('shop.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={t('shop.name')} required maxLength={100} {...form.getInputProps('name')} />
            <Select
              label={t('shop.language')}
              data={languageOptions}
              allowDeselect={false}
              {...form.getInputProps('language')}
            />
            <Select
              {...search}
              label={t('shop.country')}
              description={t('shop.countryHelp')}
              data={countries}
              allowDeselect={false}
              {...form.getInputProps('country')}
            />
            <Select
              {...search}
              label={t('shop.timezone')}
              description={t('shop.timezoneHelp')}
              data={zones}
              allowDeselect={false}
              {...form.getInputProps('timezone')}
            />
          </SimpleGrid>
          {rest && <Failure error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === ''}>
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
