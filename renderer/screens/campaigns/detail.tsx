import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { notifyDone } from '../../components/feedback/notify.ts';
import { Card, Page } from '../../components/page/page.tsx';
import { AudienceCard } from './audience-card.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { ControlCard } from './control-card.tsx';
import { campaignQuery } from './queries.ts';
import { ReportCard } from './report-card.tsx';
import { VariablesCard } from './variables-card.tsx';

/** One campaign: the editor for a draft, else progress and controls. */
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
  return (
    <Page title={campaign.name} back={back}>
      <ControlCard campaign={campaign} />
      {campaign.status === 'DRAFT' ? (
        <>
          <AudienceCard campaign={campaign} />
          <VariablesCard key={campaign.channelTemplateId} campaign={campaign} />
          <Card title={t('form.title')}>
            <CampaignForm campaign={campaign} onSaved={() => notifyDone(t('shell:common.saved'))} />
          </Card>
        </>
      ) : (
        <ReportCard campaign={campaign} />
      )}
    </Page>
  );
}
