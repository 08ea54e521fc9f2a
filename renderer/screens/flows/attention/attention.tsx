import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ServerText } from '../../../components/values/server-text.tsx';
import { toFault } from '../builder/faults.ts';
import { type Flow, findStep, toDraft } from '../draft/draft.ts';
import { useStepNames } from '../step-names.ts';

interface AttentionProps {
  flow: Flow;
  /** Opens the form of a step at a field. */
  onMend(stepId: string | null, path: string): void;
}

/** Why a flow that is on starts no runs: what it refers to and is missing, each with a button that mends it. */
export function Attention({ flow, onMend }: AttentionProps) {
  const { t } = useTranslation('flow-parts');
  if (flow.status !== 'ATTENTION') return null;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('attention.title')}
      radius={0}
      className="fw-attention"
    >
      <Text size="sm">{t('attention.help')}</Text>
      <ul>
        {flow.problems.map((problem) => (
          <Problem key={problem.field} flow={flow} problem={problem} onMend={onMend} />
        ))}
      </ul>
    </Alert>
  );
}

type Problem = Flow['problems'][number];

function Problem({ flow, problem, onMend }: AttentionProps & { problem: Problem }) {
  const { t } = useTranslation('flow-parts');
  const nameOf = useStepNames();
  const draft = toDraft(flow);
  const { stepId, field } = toFault(draft, problem.field, problem.message);
  const step = findStep(draft, stepId);
  const isOfAgent = problem.field === 'aiAgentId' || problem.code === 'agent_not_published';
  return (
    <li>
      <span>
        {step && <b>{nameOf(step)}</b>}
        <ServerText text={problem.message} />
      </span>
      {isOfAgent ? (
        <Button component={Link} href={`/agents/${flow.aiAgentId}`} size="compact-sm" variant="default">
          {t('attention.openAgent')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => onMend(stepId, field)}>
          {t(`attention.${mendOf(field)}`)}
        </Button>
      )}
    </li>
  );
}

/** What is chosen anew. */
const mendOf = (field: string): 'template' | 'stage' | 'field' =>
  field.endsWith('.template') ? 'template' : /\.(stageId|pipelineId)$/.test(field) ? 'stage' : 'field';
