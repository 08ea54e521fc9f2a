import { Button, Group, NumberInput, Progress, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { fieldsOf, restOf, useSave } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { Time } from '../../components/values/time.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import { type Settings, settingsQuery } from './queries.ts';

type Usage = Settings['usage'][number];
const gigabyte = 1_000_000_000;

/** Limits of the shop and its trial. */
export function LimitsSection() {
  return (
    <Loaded query={settingsQuery}>
      {({ usage, trial }) => (
        <>
          <LimitsCard usage={usage} />
          <TrialCard trial={trial} />
        </>
      )}
    </Loaded>
  );
}

/** A limit as typed; empty for none. */
type Field = number | string;

const toField = ({ kind, limit }: Usage): Field => {
  if (limit === null) return '';
  return kind === 'storageBytes' ? limit / gigabyte : limit;
};

const toLimit = (kind: Usage['kind'], field: Field | undefined): number | null => {
  if (field === undefined || field === '') return null;
  return kind === 'storageBytes' ? Math.round(Number(field) * gigabyte) : Number(field);
};

function LimitsCard({ usage }: { usage: Usage[] }) {
  const { t } = useTranslation('settings');
  const form = useForm<Record<string, Field>>({
    initialValues: Object.fromEntries(usage.map((one) => [one.kind, toField(one)])),
  });
  const save = useSave(settingsQuery.queryKey, (body: Body<'changeLimits'>) => call('changeLimits', { body }), {
    quiet: true,
  });
  const rest = restOf(save.error);
  const onSubmit = form.onSubmit((fields) =>
    save.mutate(Object.fromEntries(usage.map(({ kind }) => [kind, toLimit(kind, fields[kind])])), {
      onError: (error) => form.setErrors(fieldsOf(error)),
    }),
  );
  return (
    <Card title={t('limits.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('limits.help')}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            {usage.map((one) => (
              <Stack key={one.kind} gap={6}>
                <NumberInput
                  label={t(`limits.${one.kind}`)}
                  placeholder={t('limits.unlimited')}
                  min={0}
                  allowDecimal={one.kind === 'storageBytes'}
                  suffix={one.kind === 'storageBytes' ? ' GB' : ''}
                  {...form.getInputProps(one.kind)}
                />
                <Used usage={one} />
              </Stack>
            ))}
          </SimpleGrid>
          {rest && <Failure error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Used({ usage: { kind, used, limit } }: { usage: Usage }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const amount = kind === 'storageBytes' ? formats.bytes : formats.number;
  const share = limit === null ? 0 : Math.min(100, limit === 0 ? 100 : (used / limit) * 100);
  const text =
    limit === null
      ? t('limits.used', { used: amount(used) })
      : t('limits.usedOf', { used: amount(used), limit: amount(limit) });
  return (
    <div>
      {limit !== null && (
        <Progress
          value={share}
          size="sm"
          mb={4}
          color={share >= 100 ? 'red' : share >= 80 ? 'orange' : 'brand'}
          aria-label={text}
        />
      )}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </div>
  );
}

const dayMs = 24 * 3_600_000;

function TrialCard({ trial: { endsAt, locked } }: Pick<Settings, 'trial'>) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [days, setDays] = useState('14');
  const onSuccess = () => invalidate(client, ['getNotices']);
  const start = useSave(settingsQuery.queryKey, () => {
    const end = new Date(Date.now() + Number(days) * dayMs).toISOString();
    return call('startTrial', { body: { endsAt: end } });
  });
  const end = useSave(settingsQuery.queryKey, () => call('endTrial'));
  return (
    <Card title={t('trial.title')}>
      <Stack>
        <Text size="sm">
          {endsAt === null ? (
            t('trial.none')
          ) : (
            <>
              {t(locked ? 'trial.ended' : 'trial.ends')} <Time at={endsAt} style="full" />
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t('trial.help')}
        </Text>
        <Group align="flex-end" gap="xs">
          <Select
            label={t('trial.length')}
            w={150}
            data={['7', '14', '30', '90'].map((value) => ({ value, label: t('trial.days', { count: Number(value) }) }))}
            value={days}
            onChange={(value) => setDays(value ?? '14')}
            allowDeselect={false}
          />
          <Button variant="light" onClick={() => start.mutate(undefined, { onSuccess })} loading={start.isPending}>
            {t(endsAt === null ? 'trial.start' : 'trial.extend')}
          </Button>
          {endsAt !== null && (
            <ConfirmButton
              color="brand"
              question={t('trial.finishQuestion')}
              onConfirm={() => end.mutate(undefined, { onSuccess })}
              loading={end.isPending}
            >
              {t('trial.finish')}
            </ConfirmButton>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
