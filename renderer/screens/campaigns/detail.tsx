import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/page/page.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignName } from './campaign-name.tsx';
import { DraftPage } from './draft/draft-page.tsx';
import { campaignQuery } from './queries.ts';
import { SentPage } from './sent/sent-page.tsx';

/** One campaign: the steps of a draft, else progress and results. */
export function CampaignDetail({ id }: { id: string }) {
  const { t } = useTranslation('campaigns');
  const query = useQuery(campaignQuery(id));
  const campaign = query.data;
  const back = { href: '/campaigns', label: t('back') };
  if (!campaign) {
    return (
      <Page title={t('shell:nav.campaigns')} back={back}>
        {query.error ? <Failure error={query.error} onRetry={query.refetch} /> : <Loading shape="form" />}
      </Page>
    );
  }
  const actions = (
    <>
      {campaign.status === 'DRAFT' && <CampaignName campaign={campaign} />}
      <CampaignActions campaign={campaign} />
    </>
  );
  return (
    <Page title={campaign.name} back={back} actions={actions}>
      {campaign.status === 'DRAFT' ? <DraftPage campaign={campaign} /> : <SentPage campaign={campaign} />}
    </Page>
  );
}
