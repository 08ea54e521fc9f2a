import { Checkbox, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { actionOf, groupScopes } from './scopes.ts';

interface ScopeTableProps {
  scopes: string[];
  chosen: string[];
  onChange(chosen: string[]): void;
}

/** All permissions by area: reading, changing, and what is special. */
export function ScopeTable({ scopes, chosen, onChange }: ScopeTableProps) {
  const { t, i18n } = useTranslation('keys');
  const areas = groupScopes(scopes);
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`keys:${key}`) ? t(key) : otherwise);
  const turn = (turned: string[], on: boolean) =>
    onChange(scopes.filter((scope) => (turned.includes(scope) ? on : chosen.includes(scope))));
  const column = (kind: 'read' | 'write') => {
    const all = areas.map((area) => area[kind]).filter((scope) => scope !== null);
    const count = all.filter((scope) => chosen.includes(scope)).length;
    return (
      <Checkbox
        size="md"
        label={t(`form.${kind}`)}
        aria-label={`${t(`form.${kind}`)}: ${t('form.allOfColumn')}`}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        onChange={(event) => turn(all, event.currentTarget.checked)}
      />
    );
  };
  const box = (area: string, scope: string | null, label?: string) =>
    scope !== null && (
      <Checkbox
        key={scope}
        size="md"
        label={label}
        aria-label={`${wordOf(`areas.${area}`, area)}: ${wordOf(`actions.${actionOf(scope)}`, scope)}`}
        title={scope}
        checked={chosen.includes(scope)}
        onChange={(event) => turn([scope], event.currentTarget.checked)}
      />
    );
  return (
    <div>
      <Table.ScrollContainer minWidth={520} type="native">
        <Table className="fd-checks" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('form.area')}</Table.Th>
              <Table.Th>{column('read')}</Table.Th>
              <Table.Th>{column('write')}</Table.Th>
              <Table.Th>{t('form.more')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {areas.map(({ area, read, write, more }) => (
              <Table.Tr key={area}>
                <Table.Th scope="row" fw={500}>
                  {wordOf(`areas.${area}`, area)}
                </Table.Th>
                <Table.Td>{box(area, read)}</Table.Td>
                <Table.Td>{box(area, write)}</Table.Td>
                <Table.Td>
                  <Group gap="md">
                    {more.map((scope) => box(area, scope, wordOf(`actions.${actionOf(scope)}`, scope)))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt={6} aria-live="polite">
        {t('form.chosen', { count: chosen.length })}
      </Text>
    </div>
  );
}
