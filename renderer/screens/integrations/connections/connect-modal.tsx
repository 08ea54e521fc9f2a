import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../../../api/query.ts';
import { notifyDone } from '../../../components/feedback/notify.ts';
import type { Connected, Connector, Installation } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { ConnectForm, useCredentials } from './connect-form.tsx';
import { Consent } from './consent.tsx';
import { ShownFeed } from './shown-feed.tsx';

/** The connector to connect, or one of its connections to reconnect. */
export interface Connecting {
  connector: Connector;
  installation: Installation | null;
}

/** Connects a connector in as many steps as it needs; null closes the modal. */
export function ConnectModal({ connecting, onClose }: { connecting: Connecting | null; onClose(): void }) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const [feedUrl, setFeedUrl] = useState<string | null>(null);
  return (
    <>
      <Modal
        opened={connecting !== null}
        onClose={onClose}
        title={connecting && words.name(connecting.connector)}
        size="lg"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        {connecting && <Steps {...connecting} onFeed={setFeedUrl} onClose={onClose} />}
      </Modal>
      <ShownFeed url={feedUrl} onClose={() => setFeedUrl(null)} />
    </>
  );
}

interface StepsProps extends Connecting {
  onFeed(url: string): void;
  onClose(): void;
}

function Steps({ connector, installation, onFeed, onClose }: StepsProps) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const client = useQueryClient();
  // State is kept here, so that the input survives a request for a new consent link.
  const form = useCredentials(connector);
  /** The connection created so far; later steps update it instead of creating a second one. */
  const [present, setPresent] = useState(installation?.id ?? null);
  const [authorizationUrl, setAuthorizationUrl] = useState<string | null>(null);
  const onConnected = async (connected: Connected) => {
    await invalidate(client, ['listIntegrations']);
    setPresent(connected.id);
    if (connected.authorizationUrl !== null) return setAuthorizationUrl(connected.authorizationUrl);
    if (connected.feedUrl === null) notifyDone(t('connect.done', { name: words.name(connector) }));
    else onFeed(connected.feedUrl);
    onClose();
  };
  if (authorizationUrl !== null && present !== null) {
    return (
      <Consent
        installationId={present}
        authorizationUrl={authorizationUrl}
        onAgain={() => setAuthorizationUrl(null)}
        onDone={onClose}
      />
    );
  }
  return (
    <ConnectForm connector={connector} present={present} form={form} onConnected={onConnected} onCancel={onClose} />
  );
}
