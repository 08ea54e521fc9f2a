import { Button } from '@mantine/core';
import { IconEyeOff, IconShoppingCart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { notifyUndo } from '../../../components/feedback/notify.ts';
import { BulkBar } from '../../../components/page/bulk-bar.tsx';
import type { CatalogItem } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';

/** Limit of the server for one request. */
const mostAtOnce = 500;

interface ItemsBulkProps {
  agentId: string;
  chosen: CatalogItem[];
  onClear(): void;
}

/** Puts picked products on sale or takes them off; either is undone by the other. */
export function ItemsBulk({ agentId, chosen, onClear }: ItemsBulkProps) {
  const { t } = useTranslation('agents');
  const sell = useAgentAction(({ ids, active }: { ids: string[]; active: boolean }) =>
    call('setCatalogItemsActive', { path: { id: agentId }, body: { active, ids } }),
  );
  const change = (active: boolean) => {
    const ids = chosen.filter((item) => item.active !== active).map(({ id }) => id);
    const onSuccess = () => {
      const told = t(active ? 'items.sold' : 'items.taken', { count: ids.length });
      notifyUndo(told, () => sell.mutateAsync({ ids, active: !active }));
      onClear();
    };
    sell.mutate({ ids, active }, { onSuccess });
  };
  const offered = chosen.filter(({ active }) => active).length;
  const isHeld = sell.isPending || chosen.length > mostAtOnce;
  return (
    <BulkBar
      label={t('items.bulk.label')}
      told={t('items.bulk.picked', { count: chosen.length })}
      clearLabel={t('items.bulk.clear')}
      onClear={onClear}
    >
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShoppingCart size={16} aria-hidden />}
        disabled={offered === chosen.length || isHeld}
        onClick={() => change(true)}
      >
        {t('items.bulk.sell')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconEyeOff size={16} aria-hidden />}
        disabled={offered === 0 || isHeld}
        onClick={() => change(false)}
      >
        {t('items.bulk.take')}
      </Button>
    </BulkBar>
  );
}
