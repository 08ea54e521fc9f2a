import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/refusals.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/page/page.tsx';
import { kindOf } from '../../components/values/channel-kind.ts';
import { AgentCard } from './agent-card.tsx';
import { CloudCard } from './cloud-card.tsx';
import { HealthCard } from './health-card.tsx';
import { pairsByQr } from './kind.ts';
import { OffCard } from './off-card.tsx';
import { PairingCard } from './pairing-card.tsx';
import { channelQuery } from './queries.ts';
import { StateCard } from './state-card.tsx';

/** One channel: its state and all actions. */
export function ChannelDetail({ id }: { id: string }) {
  const { t } = useTranslation('channels');
  const channel = useQuery(channelQuery(id));
  const back = { href: '/channels', label: t('all') };
  if (channel.error) {
    const isAbsent = channel.error instanceof ApiError && channel.error.status === 404;
    return (
      <Page title={t('shell:nav.channels')} back={back}>
        {isAbsent ? (
          <Empty drawing="search" text={t('notFound')} />
        ) : (
          <Failure error={channel.error} onRetry={channel.refetch} />
        )}
      </Page>
    );
  }
  if (!channel.data) {
    return (
      <Page title={t('shell:nav.channels')} back={back}>
        <Loading shape="form" />
      </Page>
    );
  }
  const { name, status, provider } = channel.data;
  const isOff = status === 'DEACTIVATED';
  const isConnected = status === 'CONNECTED' || status === 'DEGRADED';
  return (
    <Page title={name} intro={t(`kind.${kindOf(channel.data)}`)} back={back}>
      <StateCard channel={channel.data} />
      {pairsByQr(channel.data) && !isOff && !isConnected && <PairingCard channel={channel.data} />}
      {provider === 'CLOUD_API' && <CloudCard channel={channel.data} />}
      {!isOff && <HealthCard id={id} />}
      <AgentCard channel={channel.data} />
      <OffCard channel={channel.data} />
    </Page>
  );
}
