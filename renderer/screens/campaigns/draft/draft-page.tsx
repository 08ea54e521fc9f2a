import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import { type Campaign, templateQuery } from '../queries.ts';
import { CheckStep } from './check-step.tsx';
import { beginMessage, type Message } from './message.ts';
import { MessagePreview } from './message-preview.tsx';
import { type Step, steps } from './steps.ts';
import { WhatStep } from './what-step.tsx';
import { now, type When, WhenStep } from './when-step.tsx';
import { WhomStep } from './whom-step.tsx';

/** A draft in four steps: whom, what, when, and a last look; beside them the message on the phone of one of the people. */
export function DraftPage({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { filter, set } = useAddressFilter();
  const template = useQuery(templateQuery(campaign.channelTemplateId));
  const [when, setWhen] = useState<When>(now);
  const place = `campaign.${campaign.id}.${campaign.channelTemplateId}`;
  const [edited, setEdited, begun] = useBegun<Message | null>(place, null);
  const message = edited ?? beginMessage(campaign, template.data);
  const count = campaign.recipients.total - campaign.recipients.SKIPPED;
  const [first] = useState<Step>(count === 0 ? 'whom' : 'what');
  const step = steps.find((one) => one === filter.step) ?? first;
  const go = (next: Step) => set('step', next);
  const isDone: Record<Step, boolean> = {
    whom: count > 0,
    what: template.data !== undefined && campaign.variables.length >= template.data.variables.length,
    when: false,
    check: false,
  };
  return (
    <div className="cp">
      <nav className="cp-steps" aria-label={t('steps.title')}>
        {steps.map((name, index) => (
          <Button
            key={name}
            variant={name === step ? 'light' : 'subtle'}
            color={name === step ? 'brand' : 'gray'}
            aria-current={name === step ? 'step' : undefined}
            leftSection={isDone[name] ? <IconCheck size={16} aria-hidden /> : <span aria-hidden>{index + 1}</span>}
            onClick={() => go(name)}
          >
            {t(`steps.${name}`)}
            {isDone[name] && <VisuallyHidden>, {t('steps.done')}</VisuallyHidden>}
          </Button>
        ))}
      </nav>
      <div className="cp-main">
        {template.error && <Failure error={template.error} onRetry={template.refetch} />}
        {step === 'whom' && <WhomStep campaign={campaign} onNext={() => go('what')} />}
        {step === 'what' && (
          <WhatStep
            key={campaign.channelTemplateId}
            campaign={campaign}
            message={message}
            template={template.data}
            onChange={setEdited}
            onSaved={() => {
              begun.forget();
              go('when');
            }}
          />
        )}
        {step === 'when' && <WhenStep campaign={campaign} when={when} onChange={setWhen} onNext={() => go('check')} />}
        {step === 'check' && <CheckStep campaign={campaign} template={template.data} when={when} onGo={go} />}
      </div>
      <aside className="cp-aside">
        {template.data ? (
          <MessagePreview campaign={campaign} template={template.data} message={message} count={count} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('preview.none')}
          </Text>
        )}
      </aside>
    </div>
  );
}
