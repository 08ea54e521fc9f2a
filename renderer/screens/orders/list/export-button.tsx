import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../api/client.ts';
import type { Query } from '../../../api/operations.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { useFormats } from '../../../components/values/use-formats.ts';

/** As many as the server writes into one file (`platform/text/csv-export.ts`). */
const mostExported = 10_000;

/** Saves the orders of a filter as CSV, after telling what the file holds. */
export function ExportButton({ filter, count }: { filter: Query<'exportOrders'>; count: number }) {
  const { t } = useTranslation('orders');
  const { number } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const save = useMutation({
    mutationFn: () => saveFile('exportOrders', { query: { ...filter, acknowledged: true } }),
    onSuccess: () => setIsOpen(false),
    onError: notifyFailure,
  });
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden />}
          disabled={count === 0}
          onClick={() => setIsOpen(true)}
        >
          {t('export.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw={300}>
        <Stack gap="sm">
          <Text size="sm">
            {t('export.question', { count })}{' '}
            {count > mostExported && t('export.most', { count: number(mostExported) })}
          </Text>
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={() => setIsOpen(false)}>
              {t('shell:common.cancel')}
            </Button>
            <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
              {t('export.button')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
