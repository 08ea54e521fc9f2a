import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../components/page/page.tsx';
import { beginMessage } from '../draft/message.ts';
import { MessagePreview } from '../draft/message-preview.tsx';
import { type Campaign, templateQuery } from '../queries.ts';
import { Recipients } from '../recipients.tsx';
import { Control } from './control.tsx';
import { Report } from './report.tsx';
import { Returns } from './returns.tsx';

/** A campaign that was started: its progress, its results, what followed and every recipient. */
export function SentPage({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const template = useQuery(templateQuery(campaign.channelTemplateId));
  const count = campaign.recipients.total - campaign.recipients.SKIPPED;
  return (
    <div className="cp">
      <div className="cp-main">
        <Control campaign={campaign} />
        <Report campaign={campaign} />
        <Returns campaign={campaign} />
        <Section title={t('recipients.title')}>
          <Recipients campaign={campaign} />
        </Section>
      </div>
      <aside className="cp-aside">
        {template.data && (
          <MessagePreview
            campaign={campaign}
            template={template.data}
            message={beginMessage(campaign, template.data)}
            count={count}
          />
        )}
      </aside>
    </div>
  );
}
