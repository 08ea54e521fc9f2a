import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { agentsQuery, flowReads } from '../queries.ts';
import { kindIcons } from '../steps.tsx';
import { ImportFile } from './import-file.tsx';

type Template = Result<'listFlowTemplates'>['data'][number];

interface GalleryProps {
  aiAgentId: string;
  onCreated(flow: { id: string }): void;
}

/** Begins a flow with a ready-made one, or with one that was written to a file. */
export function Gallery({ aiAgentId, onCreated }: GalleryProps) {
  const { t } = useTranslation('flow-parts');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: ({ name, trigger, steps }: Template) =>
      call('createFlow', { body: { aiAgentId, name, trigger, steps } }),
    onSuccess: onCreated,
    onSettled: () => invalidate(client, flowReads),
  });
  return (
    <Stack>
      <section aria-label={t('import.title')}>
        <ImportFile aiAgentId={aiAgentId} onCreated={onCreated} />
      </section>
      {create.error && <Failure error={create.error} />}
      <Templates aiAgentId={aiAgentId} isBusy={create.isPending} onChoose={create.mutate} />
    </Stack>
  );
}

interface TemplatesProps {
  aiAgentId: string;
  isBusy: boolean;
  onChoose(template: Template): void;
}

/** The ready-made flows in the language of the agent, which may be another than the console's. */
function Templates({ aiAgentId, isBusy, onChoose }: TemplatesProps) {
  const { t } = useTranslation('flow-parts');
  const agents = useQuery(agentsQuery);
  const language = agents.data?.data.find(({ id }) => id === aiAgentId)?.language;
  const templates = useQuery({
    ...operationQuery('listFlowTemplates', { query: { language } }),
    enabled: agents.isFetched,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (templates.error) return <Failure error={templates.error} onRetry={templates.refetch} />;
  if (!templates.data) return <Loading count={5} />;
  return (
    <ul className="fw-gallery" aria-label={t('gallery.label')}>
      {templates.data.data.map((template) => (
        <li key={template.key}>
          <button type="button" className="fw-template" disabled={isBusy} onClick={() => onChoose(template)}>
            <Told template={template} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Told({ template: { key, name, description, steps, needs } }: { template: Template }) {
  const { t } = useTranslation('flow-parts');
  const Icon = kindIcons[icons[key] ?? 'message'];
  const facts = [
    t('gallery.steps', { count: steps.length }),
    needs.length > 0 && t('gallery.needs', { count: needs.length }),
  ];
  return (
    <>
      <span className="fw-template-head">
        <Icon size={18} aria-hidden />
        <b>{name}</b>
      </span>
      <span>{description}</span>
      <span className="fw-template-facts">{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** The kind of step that shows what a ready-made flow is about. */
const icons: Record<string, keyof typeof kindIcons> = {
  greeting: 'message',
  order: 'order',
  booking: 'appointment',
  outsideHours: 'wait',
  questions: 'ask',
  deliveryStatus: 'trigger',
  satisfaction: 'branch',
  quote: 'crm_card',
  lead: 'lead',
  handover: 'handoff',
};
