import { Anchor, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDatabaseExclamation,
  IconGauge,
  IconHourglass,
  IconMessageQuestion,
  IconPlayerPause,
  IconPlugConnectedX,
  IconTemplate,
  IconWebhook,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Card } from '../../components/page/page.tsx';
import { ServerText } from '../../components/values/server-text.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import { useIsOwner } from '../../session.ts';
import type { Attention } from './view.ts';

/** Issues that need attention, each with a link to the screen on which an owner resolves it. */
export function AttentionCard({ attention }: { attention: Attention[] }) {
  const { t } = useTranslation('today');
  return (
    <Card title={t('attention.title')}>
      <Stack component="ul" className="td-list" gap="sm">
        {attention.map((item) => (
          <Item key={keyOf(item)} item={item} />
        ))}
      </Stack>
    </Card>
  );
}

const keyOf = (item: Attention): string => {
  if (item.kind === 'channel') return item.channelId;
  if (item.kind === 'webhook') return item.endpointId;
  if (item.kind === 'unanswered') return item.agentId;
  if (item.kind === 'template') return `${item.templateId} ${item.problem}`;
  if (item.kind === 'stopped') return `${item.part} ${item.id ?? item.name}`;
  return item.kind === 'quota' ? `quota ${item.limit}` : item.kind;
};

function Item({ item }: { item: Attention }) {
  const { t, i18n } = useTranslation('today');
  const formats = useFormats();
  const isOwner = useIsOwner();
  const { icon: Icon, color, href } = lookOf(item);
  const title = titleOf(item, t, formats);
  const told = detailOf(item, t, i18n.language);
  const detail =
    told !== null && i18n.exists(`today:attention.reasons.${told}`) ? t(`attention.reasons.${told}`) : told;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" color={color} radius="xl" aria-hidden>
        <Icon size={17} />
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        {isOwner ? (
          <Anchor component={Link} href={href} size="sm" fw={600}>
            {title}
          </Anchor>
        ) : (
          <Text size="sm" fw={600}>
            {title}
          </Text>
        )}
        {detail !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <ServerText text={detail} />
          </Text>
        )}
      </div>
    </Group>
  );
}

function detailOf(item: Attention, t: TFunction, language: string): string | null {
  if (item.kind === 'webhook') return item.url;
  if (item.kind === 'template') {
    if (item.uses.length === 0) return null;
    const names = item.uses.map(({ kind, name }) =>
      t(`attention.${kind === 'FLOW' ? 'templateFlow' : 'templateCampaign'}`, { name }),
    );
    return t('attention.templateUses', { names: new Intl.ListFormat(language).format(names) });
  }
  if (item.kind === 'stopped') return item.reason;
  return item.kind === 'backup' ? item.message : null;
}

const templateTitles = {
  PAUSED: 'templatePaused',
  REJECTED: 'templateRejected',
  DISABLED: 'templateDisabled',
} as const;

function titleOf(item: Attention, t: TFunction, formats: ReturnType<typeof useFormats>): string {
  switch (item.kind) {
    case 'channel':
      return t('attention.channel', { name: item.name, state: t(`shell:channelStatus.${item.status}`) });
    case 'webhook':
      return item.problem === 'off'
        ? t('attention.webhookOff')
        : t('attention.webhookFailing', { since: formats.dateTime(item.since) });
    case 'template': {
      const { name, problem, category, categoryWas } = item;
      if (problem !== 'CATEGORY') return t(`attention.${templateTitles[problem]}`, { name });
      const was = categoryWas === null ? '' : t(`categories.${categoryWas}`);
      return t('attention.templateCategory', { name, was, category: t(`categories.${category}`) });
    }
    case 'stopped': {
      const word = item.part === 'rule' && item.state === 'off' ? 'ruleOff' : item.part;
      return t(`attention.stopped.${word}`, { name: item.name, count: item.count });
    }
    case 'quota': {
      const amount = item.limit === 'storageBytes' ? formats.bytes : formats.number;
      const values = { limit: t(`limits.${item.limit}`), used: amount(item.used), most: amount(item.most) };
      return t(item.used >= item.most ? 'attention.quotaFull' : 'attention.quotaNear', values);
    }
    case 'trial':
      return item.locked || item.endsAt === null
        ? t('attention.trialLocked')
        : t('attention.trial', { date: formats.day(item.endsAt) });
    case 'backup':
      if (item.problem === 'failed') return t('attention.backupFailed');
      if (item.problem === 'restore_failed') return t('attention.restoreFailed');
      if (item.problem === 'incomplete') return t('attention.backupIncomplete');
      return item.at === null ? t('attention.backupMissing') : t('attention.backupOld', { date: formats.day(item.at) });
    case 'damage':
      return t('attention.damage');
    case 'place':
      return t(item.place === 'synced' ? 'attention.placeSynced' : 'attention.placeNetwork', { name: item.name });
    case 'disk':
      return item.full ? t('attention.diskFull') : t('attention.diskLow', { free: formats.bytes(item.freeBytes) });
    case 'paused':
      return t('attention.paused');
    case 'unanswered':
      return t('attention.unanswered', { name: item.name, count: item.count });
  }
}

function lookOf(item: Attention): { icon: typeof IconWebhook; color: string; href: string } {
  switch (item.kind) {
    case 'channel':
      return { icon: IconPlugConnectedX, color: 'orange', href: `/channels/${item.channelId}` };
    case 'webhook':
      return { icon: IconWebhook, color: 'red', href: '/webhooks' };
    case 'template':
      return {
        icon: IconTemplate,
        color: item.problem === 'CATEGORY' ? 'blue' : 'orange',
        href: `/library/templates/${item.templateId}`,
      };
    case 'stopped':
      return { icon: IconPlugConnectedX, color: 'orange', href: screenOf(item) };
    case 'quota':
      return { icon: IconGauge, color: item.used >= item.most ? 'red' : 'orange', href: '/settings/limits' };
    case 'trial':
      return { icon: IconHourglass, color: item.locked ? 'red' : 'blue', href: '/settings/limits' };
    case 'backup':
      return { icon: IconDatabaseExclamation, color: 'orange', href: '/settings/backups' };
    case 'damage':
      return { icon: IconDatabaseExclamation, color: 'red', href: '/settings/backups' };
    case 'place':
      return { icon: IconAlertTriangle, color: 'orange', href: '/settings/storage' };
    case 'disk':
      return { icon: IconAlertTriangle, color: 'red', href: '/settings/storage' };
    case 'paused':
      return { icon: IconPlayerPause, color: 'blue', href: '/settings/backups' };
    case 'unanswered':
      return { icon: IconMessageQuestion, color: 'blue', href: `/agents/${item.agentId}` };
  }
}

type Stopped = Extract<Attention, { kind: 'stopped' }>;

const screens: Record<Stopped['part'], string> = {
  integration: '/integrations',
  rule: '/integrations',
  reminder: '/calendar',
  campaign: '/campaigns',
  flow: '/flows',
  model: '/settings/ai',
  embedder: '/settings/ai',
  source: '/knowledge',
  templates: '/channels',
  products: '/channels',
  key: '/keys',
  network: '/settings/network',
  recurring: '/settings/backups',
};

/** The screen of the record that failed, or the list with it. */
const screenOf = ({ part, id }: Stopped): string =>
  id !== null && ['reminder', 'campaign', 'flow', 'templates', 'products'].includes(part)
    ? `${screens[part]}/${id}`
    : screens[part];
