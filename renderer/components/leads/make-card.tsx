import { Button } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { notifyFailure, notifyUndo } from '../feedback/notify.ts';
import { nameOf } from '../values/customer.ts';

type Lead = Result<'listLeads'>['data'][number];

/** Makes a card of a lead, in the first stage of the default pipeline. */
export function MakeCard({ lead, conversationId = null }: { lead: Lead; conversationId?: string | null }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: async () => {
      const [pipeline] = (await client.fetchQuery(operationQuery('listCrmPipelines'))).data;
      const [stage] = pipeline?.stages ?? [];
      if (!pipeline || !stage) throw new Error(t('leads.noStage'));
      const { id: leadId, contactId, name: contactName } = lead;
      const title = nameOf(lead);
      const place = { pipelineId: pipeline.id, stageId: stage.id };
      return {
        stage,
        card: await call('createCrmCard', {
          body: { ...place, title, contactId, contactName, leadId, conversationId },
        }),
      };
    },
    onSuccess: ({ stage, card }) => {
      invalidate(client, ['getContactTimeline']);
      notifyUndo(t('leads.made', { stage: stage.name }), async () => {
        await call('deleteCrmCard', { path: { id: card.id } });
        await invalidate(client, ['getContactTimeline']);
      });
    },
    onError: notifyFailure,
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconLayoutKanban size={15} aria-hidden />}
      loading={make.isPending}
      disabled={make.isSuccess}
      onClick={() => make.mutate()}
    >
      {t('leads.makeCard')}
    </Button>
  );
}
