import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyDone, notifyFailure } from '../../../components/feedback/notify.ts';
import { Section } from '../../../components/page/page.tsx';
import { ConnectorIcon, inShownOrder } from '../connector-icon.tsx';
import { type Field, fieldsOf } from '../fields/form-values.ts';
import { type Connector, connectorsQuery } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { type Connecting, ConnectModal } from './connect-modal.tsx';
import { FoldersCard } from './folders-card.tsx';
import { InstallationLine } from './installation-line.tsx';
import { useFieldOptions } from './use-field-options.ts';

/** Existing connections and available connectors. */
export function Connections() {
  const { t } = useTranslation('integrations');
  const connectors = useQuery(connectorsQuery);
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const all = inShownOrder(connectors.data?.data ?? []);
  if (connectors.error && !connectors.data) return <Failure error={connectors.error} onRetry={connectors.refetch} />;
  if (!connectors.data) return <Loading />;
  return (
    <Stack gap="lg">
      <Present connectors={all} onConnect={setConnecting} />
      <Section title={t('gallery.title')}>
        <SimpleGrid component="ul" className="fd-gallery" cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {all.map((connector) => (
            <Offer
              key={connector.key}
              connector={connector}
              onConnect={() => setConnecting({ connector, installation: null })}
            />
          ))}
        </SimpleGrid>
      </Section>
      <FoldersCard />
      <ConnectModal connecting={connecting} onClose={() => setConnecting(null)} />
    </Stack>
  );
}

interface PresentProps {
  connectors: Connector[];
  onConnect(connecting: Connecting): void;
}

/** The shop's connections; disconnected ones are shown on request. */
function Present({ connectors, onConnect }: PresentProps) {
  const { t } = useTranslation('integrations');
  const [showsEnded, setShowsEnded] = useState(false);
  const all = connectors.flatMap((connector) =>
    connector.installations.map((installation) => ({ connector, installation })),
  );
  const isEnded = ({ installation }: (typeof all)[number]) => installation.state === 'DISCONNECTED';
  const ended = all.filter(isEnded);
  const shown = [...all.filter((one) => !isEnded(one)), ...(showsEnded ? ended : [])];
  if (all.length === 0) return null;
  const more = ended.length > 0 && (
    <Button size="compact-sm" variant="subtle" onClick={() => setShowsEnded(!showsEnded)} aria-expanded={showsEnded}>
      {t(showsEnded ? 'present.hideEnded' : 'present.showEnded', { count: ended.length })}
    </Button>
  );
  return (
    <Section title={t('present.title')} actions={more}>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('present.none')}
        </Text>
      )}
      <ul className="fd-list">
        {shown.map(({ connector, installation }) => (
          <InstallationLine
            key={installation.id}
            connector={connector}
            installation={installation}
            onReconnect={() => onConnect({ connector, installation })}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Whether a connector has nothing to ask: no field, or only one whose answer has no alternative. */
function useAsksNothing({ key, usesOAuth, credentialsSchema }: Connector): boolean {
  const optionsOf = useFieldOptions(key);
  const hasNoChoice = (field: Field) => !field.isRequired && (optionsOf(field.name)?.length ?? 2) < 2;
  return !usesOAuth && fieldsOf(credentialsSchema).every(hasNoChoice);
}

function Offer({ connector, onConnect }: { connector: Connector; onConnect(): void }) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const client = useQueryClient();
  const name = words.name(connector);
  const asksNothing = useAsksNothing(connector);
  const connect = useMutation({
    mutationFn: () => call('createIntegration', { body: { connector: connector.key, credentials: {} } }),
    onSuccess: async () => {
      await invalidate(client, ['listIntegrations']);
      notifyDone(t('connect.done', { name }));
    },
    onError: notifyFailure,
  });
  return (
    <Group component="li" wrap="nowrap" align="stretch" gap="sm">
      <ConnectorIcon connector={connector.key} />
      <Stack gap={4} align="flex-start" style={{ minWidth: 0 }}>
        <Title order={3} size="h4">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {words.does(connector.key)}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          mt="auto"
          onClick={asksNothing ? () => connect.mutate() : onConnect}
          loading={connect.isPending}
          aria-label={t('gallery.connectTo', { name })}
        >
          {t('gallery.connect')}
        </Button>
      </Stack>
    </Group>
  );
}
