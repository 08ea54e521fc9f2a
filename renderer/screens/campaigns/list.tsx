import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { actionAtHead, Listed } from '../../components/page/listed.tsx';
import { Page } from '../../components/page/page.tsx';
import { Pages } from '../../components/page/pages.tsx';
import { useCreating } from '../../components/page/use-creating.ts';
import { Time } from '../../components/values/time.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { CampaignProgress, CampaignStatus } from './progress.tsx';
import { type Campaign, campaignsQuery } from './queries.ts';
import { RulesDialog } from './rules-dialog.tsx';

/** All campaigns with their progress, newest first. */
export function CampaignList() {
  const { t } = useTranslation('campaigns');
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const chosen = { channelId: search.get('channel') ?? '', channelTemplateId: search.get('template') ?? '' };
  const [page, setPage] = useState(1);
  const [isCreating, setIsCreating] = useCreating();
  const [showsRules, setShowsRules] = useState(false);
  const campaigns = useQuery(campaignsQuery(page));
  const { total = 0, limit = 1 } = campaigns.data ?? {};
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  const actions = (
    <>
      <Button variant="default" leftSection={<IconClock size={17} aria-hidden />} onClick={() => setShowsRules(true)}>
        {t('rules.title')}
      </Button>
      {actionAtHead(campaigns, add)}
    </>
  );
  const modal = { size: 'lg', closeButtonProps: { 'aria-label': t('shell:common.close') } };
  return (
    <Page title={t('shell:nav.campaigns')} intro={t('intro')} actions={actions}>
      <Listed
        query={campaigns}
        empty={<Empty drawing="campaign" text={t('empty')} action={add} />}
        line={(campaign) => <Line key={campaign.id} campaign={campaign} />}
      />
      <Pages total={total} limit={limit} page={page} onChange={setPage} />
      <Modal {...modal} opened={isCreating} onClose={() => setIsCreating(false)} title={t('add')}>
        <NewCampaign
          chosen={chosen}
          onMade={({ id }) => navigate(`/campaigns/${id}`)}
          onCancel={() => setIsCreating(false)}
        />
      </Modal>
      <RulesDialog opened={showsRules} onClose={() => setShowsRules(false)} />
    </Page>
  );
}

function Line({ campaign }: { campaign: Campaign }) {
  const { id, name, status, startedAt, scheduledAt, createdAt } = campaign;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="md">
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <Group gap="xs">
          <Anchor component={Link} href={`/campaigns/${id}`} className="fd-line-name">
            {name}
          </Anchor>
          <CampaignStatus status={status} />
        </Group>
        <Text size="xs" c="dimmed">
          <Time at={startedAt ?? scheduledAt ?? createdAt} />
        </Text>
      </div>
      <CampaignProgress campaign={campaign} />
    </Group>
  );
}
