import { Button, Group, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { type Binding, bindingsQuery, type Connector, connectorsQuery } from '../queries.ts';
import { BindingForm } from './binding-form.tsx';
import { BindingLine } from './binding-line.tsx';

/** Whether any connection supports actions. */
const canAct = (connectors: Connector[]): boolean =>
  connectors.some(
    ({ actions, installations }) => actions.length > 0 && installations.some(({ state }) => state !== 'DISCONNECTED'),
  );

/** Rules: actions on events. `?new=<installation>` opens the form of a new rule. */
export function Bindings() {
  const { t } = useTranslation('integrations');
  const bindings = useQuery(bindingsQuery);
  const connectors = useQuery(connectorsQuery);
  const [search, setSearch] = useSearchParams();
  const [changed, setChanged] = useState<Binding | null>(null);
  const begun = search.get('new');
  const close = () => {
    setChanged(null);
    if (begun !== null) setSearch({}, { replace: true });
  };
  const error = bindings.error ?? connectors.error;
  if (error && !(bindings.data && connectors.data)) {
    return <Failure error={error} onRetry={() => Promise.all([bindings.refetch(), connectors.refetch()])} />;
  }
  if (!bindings.data || !connectors.data) return <Loading />;
  const isReady = canAct(connectors.data.data);
  return (
    <>
      <List
        bindings={bindings.data.data}
        connectors={connectors.data.data}
        isReady={isReady}
        onAdd={() => setSearch({ new: '' })}
        onEdit={setChanged}
      />
      <Modal
        opened={changed !== null || (begun !== null && isReady)}
        onClose={close}
        title={t(changed ? 'rule.edit' : 'rule.create')}
        size="xl"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <BindingForm present={changed} installationId={begun} connectors={connectors.data.data} onClose={close} />
      </Modal>
    </>
  );
}

interface ListProps {
  bindings: Binding[];
  connectors: Connector[];
  /** Whether a rule can be added; otherwise a connection is needed first. */
  isReady: boolean;
  onAdd(): void;
  onEdit(binding: Binding): void;
}

function List({ bindings, connectors, isReady, onAdd, onEdit }: ListProps) {
  const { t } = useTranslation('integrations');
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
      {t('rules.add')}
    </Button>
  );
  const connect = (
    <Button component={Link} href="/integrations">
      {t('rules.connectFirst')}
    </Button>
  );
  return (
    <>
      {bindings.length > 0 && isReady && (
        <Group justify="flex-end" mb="sm">
          {add}
        </Group>
      )}
      {bindings.length === 0 && (
        <Empty
          drawing="integration"
          text={t(isReady ? 'rules.empty' : 'rules.nothingConnected')}
          action={isReady ? add : connect}
        />
      )}
      <ul className="fd-list">
        {bindings.map((binding) => (
          <BindingLine key={binding.id} binding={binding} connectors={connectors} onEdit={() => onEdit(binding)} />
        ))}
      </ul>
    </>
  );
}
