import { Alert, Anchor, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/page/page.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Campaign, ChatTemplate } from '../queries.ts';
import { Refusal, useRefusalWords } from '../refusal.tsx';
import { RulesDialog } from '../rules-dialog.tsx';
import { useCampaignAction } from '../use-campaign-action.ts';
import { type Step, stepOf } from './steps.ts';
import { TestSend } from './test-send.tsx';
import { isSet, momentOf, type When } from './when-step.tsx';

interface CheckStepProps {
  campaign: Campaign;
  template: ChatTemplate | undefined;
  when: When;
  onGo(step: Step): void;
}

/** The last look: to how many, when it ends, what it costs and what is missing; a test message; and the start. */
export function CheckStep({ campaign, template, when, onGo }: CheckStepProps) {
  const { t } = useTranslation('campaigns');
  const [reason, setReason] = useState('');
  const isMarketing = template?.category !== 'UTILITY' && template?.category !== 'AUTHENTICATION';
  const scheduledAt = isSet(when) ? momentOf(when) : undefined;
  const moment = scheduledAt === undefined ? {} : { scheduledAt };
  const outlook = useQuery({
    ...operationQuery('foreseeCampaign', {
      path: { id: campaign.id },
      query: { ...moment, transactional: isMarketing ? 'false' : 'true' },
    }),
    // It is about the campaign as it is now.
    staleTime: 0,
  });
  const start = useCampaignAction(() =>
    call('startMarketingCampaign', {
      path: { id: campaign.id },
      body: { ...moment, ...(isMarketing ? {} : { transactional: { reason: reason.trim() } }) },
    }),
  );
  if (outlook.error) return <Failure error={outlook.error} onRetry={outlook.refetch} />;
  if (!outlook.data) return <Loading shape="form" />;
  const { refusals, recipients, unsendable } = outlook.data;
  const isReady = refusals.length === 0 && isSet(when) && (isMarketing || reason.trim() !== '');
  return (
    <Stack gap="lg">
      <Card title={t('steps.check')}>
        <Stack>
          {refusals.length > 0 && <Missing refusals={refusals} onGo={onGo} />}
          {unsendable.count > 0 && <Unsendable unsendable={unsendable} />}
          <Facts campaign={campaign} template={template} outlook={outlook.data} onGo={onGo} />
          {!isMarketing && (
            <TextInput
              label={t('control.transactional')}
              description={t('control.transactionalHelp')}
              required
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {start.error && <Refusal error={start.error} />}
          <Group justify="flex-end">
            <Button disabled={!isReady} loading={start.isPending} onClick={() => start.mutate()}>
              {t(when.isLater ? 'control.scheduleFor' : 'control.sendTo', { count: recipients })}
            </Button>
          </Group>
        </Stack>
      </Card>
      <TestSend campaign={campaign} />
    </Stack>
  );
}

type Outlook = Result<'foreseeCampaign'>;

/** All that prevents the start, each with the step that mends it. */
function Missing({ refusals, onGo }: { refusals: Outlook['refusals']; onGo(step: Step): void }) {
  const { t } = useTranslation('campaigns');
  const tell = useRefusalWords();
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('control.notStarted')}>
      <List size="sm">
        {refusals.map((refusal) => {
          const step = stepOf[refusal.field];
          return (
            <List.Item key={`${refusal.code} ${refusal.message}`}>
              {tell(refusal)}{' '}
              {step && (
                <Anchor component="button" type="button" size="sm" onClick={() => onGo(step)}>
                  {t(`steps.${step}`)}
                </Anchor>
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

const shownRows = 5;

/** The people for whom no message can be made; the others get theirs. */
function Unsendable({ unsendable: { count, tooLong, rows } }: Pick<Outlook, 'unsendable'>) {
  const { t } = useTranslation('campaigns');
  const lacking = count - tooLong;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('unsendable.title', { count })}>
      {tooLong > 0 && <Text size="sm">{t('unsendable.tooLong', { count: tooLong })}</Text>}
      {lacking > 0 && <Text size="sm">{t('unsendable.lacking', { count: lacking })}</Text>}
      <List size="sm" mt={4}>
        {rows.slice(0, shownRows).map(({ row, name, phone, message }) => (
          <List.Item key={row}>
            {t('unsendable.row', {
              row,
              name: name ?? (phone === null ? t('shell:hidden.customer') : formatPhone(phone)),
            })}{' '}
            <ServerText text={message} />
          </List.Item>
        ))}
      </List>
      {count > shownRows && <Text size="sm">{t('unsendable.more', { count: count - shownRows })}</Text>}
    </Alert>
  );
}

interface FactsProps {
  campaign: Campaign;
  template: ChatTemplate | undefined;
  outlook: Outlook;
  onGo(step: Step): void;
}

function Facts({ campaign, template, outlook: { recipients, startsAt, endsAt, cost }, onGo }: FactsProps) {
  const { t } = useTranslation('campaigns');
  const { duration } = useFormats();
  const { SKIPPED } = campaign.recipients;
  return (
    <dl className="cp-facts">
      <Fact name={t('steps.whom')} onChange={() => onGo('whom')}>
        {t('check.people', { count: recipients })}
        {SKIPPED > 0 && ` · ${t('check.skipped', { count: SKIPPED })}`}
      </Fact>
      <Fact name={t('steps.what')} onChange={() => onGo('what')}>
        {template ? `${template.name} (${template.language})` : '–'}
      </Fact>
      <Fact name={t('steps.when')} onChange={() => onGo('when')}>
        {startsAt && endsAt ? (
          <>
            <Time at={startsAt} />
            {recipients > 1 && (
              <>
                {' – '}
                <Time at={endsAt} /> · {t('check.takes', { time: duration(Date.parse(endsAt) - Date.parse(startsAt)) })}
              </>
            )}
          </>
        ) : (
          '–'
        )}
      </Fact>
      <Cost cost={cost} />
    </dl>
  );
}

/** What it costs by the price that the shop has set; without one, where to set it. */
function Cost({ cost }: { cost: number | null }) {
  const { t } = useTranslation('campaigns');
  const { money } = useFormats();
  const { currency } = useConsole();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Fact name={t('check.cost')} onChange={() => setIsOpen(true)}>
        {cost === null ? t('check.noPrice') : t('check.about', { amount: money(cost, currency) })}
      </Fact>
      <RulesDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function Fact({ name, children, onChange }: { name: string; children: ReactNode; onChange(): void }) {
  const { t } = useTranslation('campaigns');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={onChange}
          aria-label={`${t('check.change')}: ${name}`}
        >
          {t('check.change')}
        </Anchor>
      </dd>
    </div>
  );
}
