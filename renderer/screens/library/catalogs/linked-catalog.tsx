import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconLink, IconUnlink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import type { Catalog } from './queries.ts';

interface LinkedCatalogProps {
  channelId: string;
  catalogs: Catalog[];
  linked: Catalog | null;
}

/** The catalog that customers see, and buttons that link another one or none. */
export function LinkedCatalog({ channelId, catalogs, linked }: LinkedCatalogProps) {
  const { t } = useTranslation('catalogs');
  const [isChoosing, setIsChoosing] = useState(false);
  const change = useLinking(channelId);
  if (!linked) {
    if (catalogs.length === 0) return <Empty drawing="library" text={t('none')} />;
    return <Choice catalogs={catalogs} intro={t('choose')} isBusy={change.isPending} onLink={change.mutate} />;
  }
  const others = catalogs.filter(({ id }) => id !== linked.id);
  const replace = (id: string | null) => change.mutate(id, { onSuccess: () => setIsChoosing(false) });
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>{linked.name}</Text>
        <Text size="sm" c="dimmed">
          {linked.productCount === null ? t('linked') : t('linkedCount', { count: linked.productCount })}
        </Text>
      </div>
      <Group gap="xs">
        {others.length > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => setIsChoosing(true)}
          >
            {t('replace')}
          </Button>
        )}
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconUnlink size={16} aria-hidden />}
          loading={change.isPending}
          question={t('unlinkQuestion')}
          onConfirm={() => change.mutate(null)}
        >
          {t('unlink')}
        </ConfirmButton>
      </Group>
      <Modal
        opened={isChoosing}
        onClose={() => setIsChoosing(false)}
        title={t('replace')}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <Choice
          catalogs={others}
          intro={t('replaceHelp', { name: linked.name })}
          isBusy={change.isPending}
          onLink={replace}
        />
      </Modal>
    </Group>
  );
}

/** Links a catalog in place of the present one, or none. */
function useLinking(channelId: string) {
  const client = useQueryClient();
  const path = { channelId };
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? call('unlinkPlatformCatalog', { path })
        : call('linkPlatformCatalog', { path, body: { catalogId: id, confirmReplace: true } }),
    onSettled: () => invalidate(client, reads.catalogs),
    onError: notifyFailure,
  });
}

interface ChoiceProps {
  catalogs: Catalog[];
  intro: string;
  isBusy: boolean;
  onLink(id: string): void;
}

const Choice = ({ catalogs, intro, isBusy, onLink }: ChoiceProps) => {
  const { t } = useTranslation('catalogs');
  return (
    <Stack gap="sm">
      <Text size="sm">{intro}</Text>
      <ul className="fd-list">
        {catalogs.map(({ id, name, productCount }) => (
          <Group key={id} component="li" className="fd-line" justify="space-between" gap="sm">
            <div>
              <div className="fd-line-name">{name}</div>
              {productCount !== null && (
                <Text size="xs" c="dimmed">
                  {t('products', { count: productCount })}
                </Text>
              )}
            </div>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconLink size={16} aria-hidden />}
              aria-label={t('linkName', { name })}
              disabled={isBusy}
              onClick={() => onLink(id)}
            >
              {t('link')}
            </Button>
          </Group>
        ))}
      </ul>
    </Stack>
  );
};
