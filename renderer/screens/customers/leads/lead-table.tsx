import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { MakeCard } from '../../../components/leads/make-card.tsx';
import { ConfirmEntry, UnconfirmedBadge } from '../../../components/unconfirmed/unconfirmed.tsx';
import { nameOf, underNameOf } from '../../../components/values/customer.ts';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { LoadMore } from '../list/load-more.tsx';
import { useRowKeys } from '../list/use-row-keys.ts';
import { type Lead, leadsQuery, useAgentNames } from '../queries.ts';
import { LeadAnswers } from './lead-answers.tsx';

/** The leads that agents captured, newest first. */
export function LeadTable({ search }: { search: string }) {
  const { t } = useTranslation('customers');
  const { number } = useFormats();
  const agents = useAgentNames();
  const list = useInfiniteQuery({ ...leadsQuery({ search }), placeholderData: keepPreviousData });
  const onKeyDown = useRowKeys(() => {});
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  if (list.error && !list.data) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Loading count={10} />;
  if (rows.length === 0)
    return (
      <Empty drawing={search === '' ? 'customers' : 'search'} text={t(search === '' ? 'leads.none' : 'noneFound')} />
    );
  return (
    <>
      <p className="cu-count" aria-live="polite">
        {t('leads.count', { count: total, shown: number(total) })}
      </p>
      <table className="cu-table" onKeyDown={onKeyDown} aria-label={t('views.leads')}>
        <thead>
          <tr>
            <th>{t('columns.name')}</th>
            <th className="cu-wide">{t('columns.agent')}</th>
            <th className="cu-wide">{t('columns.answers')}</th>
            <th className="cu-wide">{t('columns.captured')}</th>
            <th>{t('columns.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((lead) => (
            <LeadRow key={lead.id} lead={lead} agent={agents.get(lead.aiAgentId) ?? '–'} />
          ))}
        </tbody>
      </table>
      <LoadMore list={list} />
    </>
  );
}

function LeadRow({ lead, agent }: { lead: Lead; agent: string }) {
  const { t } = useTranslation('customers');
  const { contactId, name, createdAt } = lead;
  const href = `/customers/${contactId}`;
  return (
    <tr data-id={lead.id}>
      <td>
        <span className="cu-person">
          <PersonAvatar name={name ?? ''} size={28} />
          <span className="cu-cut">
            <Link href={href} className="cu-name">
              {nameOf(lead)}
            </Link>
            <UnconfirmedBadge unconfirmed={lead.unconfirmed} />
            <span className="cu-sub cu-dim fd-figures">{underNameOf(lead)}</span>
            {lead.unconfirmed && (
              <span className="cu-narrow">
                <LeadAnswers lead={lead} />
              </span>
            )}
          </span>
        </span>
      </td>
      <td className="cu-wide">{t('leads.by', { agent })}</td>
      <td className="cu-wide">
        <LeadAnswers lead={lead} />
      </td>
      <td className="cu-wide cu-dim">
        <Time at={createdAt} style="short" />
      </td>
      <td>
        <span className="cu-actions">
          {lead.unconfirmed && <ConfirmEntry kind="lead" id={lead.id} at={lead.unconfirmed.at} />}
          <MakeCard lead={lead} />
          <Button
            component={Link}
            href={href}
            variant="default"
            size="compact-sm"
            leftSection={<IconUser size={15} aria-hidden />}
          >
            {t('leads.toCustomer')}
          </Button>
        </span>
      </td>
    </tr>
  );
}
