import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ServerText } from '../../../components/values/server-text.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Product, ProductState } from './queries.ts';

const colors: Record<ProductState, string> = {
  synced: 'green',
  changed: 'blue',
  missing: 'blue',
  refused: 'red',
  only_there: 'gray',
};

/** An item with its state at the platform; a refused one with the reason, and a way to mend it. */
export function ProductLine({ entry, agentId }: { entry: Product; agentId: string }) {
  const { t } = useTranslation('catalogs');
  const { money } = useFormats();
  const { currency } = useConsole();
  const { item, product, state, refusal } = entry;
  const { name, price } = item ?? product ?? { name: '', price: 0 };
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="sm" wrap="nowrap">
      <div style={{ flex: '1 1 auto', minWidth: 0 }}>
        <Group gap="xs">
          <span className="fd-line-name">{name}</span>
          <span className="fd-figures">{money(price, currency)}</span>
          <Badge variant="light" color={colors[state]}>
            {t(`states.${state}`)}
          </Badge>
        </Group>
        {refusal !== null && (
          <Text size="sm" c="red">
            <ServerText text={refusal} />
          </Text>
        )}
        <Differences entry={entry} />
      </div>
      {item && (
        <Button
          component={Link}
          href={`/agents/${agentId}/offers?${new URLSearchParams({ item: item.id, find: item.name })}`}
          size="xs"
          variant={state === 'refused' ? 'light' : 'subtle'}
          color={state === 'refused' ? 'brand' : 'gray'}
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={t(state === 'refused' ? 'mendName' : 'editName', { name })}
          style={{ flex: 'none' }}
        >
          {t(state === 'refused' ? 'mend' : 'edit')}
        </Button>
      )}
    </Group>
  );
}

/** What a sync would change: the platform's value, then ours. */
function Differences({ entry: { item, product, differences, state } }: { entry: Product }) {
  const { t } = useTranslation('catalogs');
  const { money } = useFormats();
  const { currency } = useConsole();
  if (state === 'only_there') return <Aside text={t('onlyThereHelp')} />;
  if (!item || !product || differences.length === 0) return null;
  const told = differences.map((field) => {
    if (field === 'price') return `${money(product.price, currency)} → ${money(item.price, currency)}`;
    if (field === 'name') return `${product.name} → ${item.name}`;
    return t(`differences.${field}`);
  });
  return <Aside text={told.join(' · ')} />;
}

const Aside = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);
