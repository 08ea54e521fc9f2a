import { Checkbox, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { actionOf, groupScopes, type ScopeArea } from './scopes.ts';

interface ScopeTableProps {
  scopes: string[];
  chosen: string[];
  onChange(chosen: string[]): void;
}

/** Scopes by area: read, write and others. */
export function ScopeTable({ scopes, chosen, onChange }: ScopeTableProps) {
  const { t } = useTranslation('keys');
  const areas = groupScopes(scopes);
  const turn = (turned: string[], on: boolean) =>
    onChange(scopes.filter((scope) => (turned.includes(scope) ? on : chosen.includes(scope))));
  return (
    <div>
      <Table.ScrollContainer minWidth={520} type="native">
        <Table className="fd-checks" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('form.area')}</Table.Th>
              <Table.Th>
                <ColumnBox kind="read" areas={areas} chosen={chosen} onTurn={turn} />
              </Table.Th>
              <Table.Th>
                <ColumnBox kind="write" areas={areas} chosen={chosen} onTurn={turn} />
              </Table.Th>
              <Table.Th>{t('form.more')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {areas.map((area) => (
              <AreaRow key={area.area} area={area} chosen={chosen} onTurn={turn} />
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

interface BoxProps {
  chosen: string[];
  onTurn(turned: string[], on: boolean): void;
}

/** Selects read or write for all areas. */
function ColumnBox({ kind, areas, chosen, onTurn }: BoxProps & { kind: 'read' | 'write'; areas: ScopeArea[] }) {
  const { t } = useTranslation('keys');
  const all = areas.map((area) => area[kind]).filter((scope) => scope !== null);
  const count = all.filter((scope) => chosen.includes(scope)).length;
  return (
    <Checkbox
      size="md"
      label={t(`form.${kind}`)}
      aria-label={`${t(`form.${kind}`)}: ${t('form.allOfColumn')}`}
      checked={count === all.length}
      indeterminate={count > 0 && count < all.length}
      onChange={(event) => onTurn(all, event.currentTarget.checked)}
    />
  );
}

function AreaRow({ area: { area, read, write, more }, chosen, onTurn }: BoxProps & { area: ScopeArea }) {
  const { t, i18n } = useTranslation('keys');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`keys:${key}`) ? t(key) : otherwise);
  const actionWord = (scope: string) => wordOf(`actions.${actionOf(scope)}`, scope);
  const areaWord = wordOf(`areas.${area}`, area);
  const box = (scope: string | null, label?: string) =>
    scope !== null && (
      <Checkbox
        key={scope}
        size="md"
        label={label}
        aria-label={`${areaWord}: ${actionWord(scope)}`}
        title={scope}
        checked={chosen.includes(scope)}
        onChange={(event) => onTurn([scope], event.currentTarget.checked)}
      />
    );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {areaWord}
      </Table.Th>
      <Table.Td>{box(read)}</Table.Td>
      <Table.Td>{box(write)}</Table.Td>
      <Table.Td>
        <Group gap="md">{more.map((scope) => box(scope, actionWord(scope)))}</Group>
      </Table.Td>
    </Table.Tr>
  );
}
