import type { Config, Draft, Step, StepType } from './draft.ts';
import { freeId } from './edit-draft.ts';
import { ownVariables } from './variables.ts';

const waiting = { retries: 2, onTimeout: null };

/** What a new step of each kind contains; texts that only the owner can write are empty. */
const contents: Record<StepType, (draft: Draft) => Config> = {
  message: () => ({ text: '' }),
  ask: (draft) => ({
    text: '',
    variable: freeId(ownVariables(draft), 'answer').replace('-', ''),
    kind: 'text',
    ...waiting,
    onInvalid: null,
  }),
  branch: (draft) => ({
    branches: [
      {
        match: 'all',
        conditions: [
          { type: 'variable', name: ownVariables(draft)[0] ?? 'message.text', operator: 'equals', value: '' },
        ],
        next: null,
      },
    ],
  }),
  wait: () => ({ seconds: 3_600 }),
  set: () => ({ values: {} }),
  tag: () => ({ add: [], remove: [] }),
  conversation_stage: () => ({ stageId: null }),
  crm_card: () => ({ action: 'create', pipelineId: '', stageId: '', title: '{{contact.name}}' }),
  lead: () => ({ name: '{{contact.name}}' }),
  order: () => ({ items: [{ catalogItem: '', quantity: '1' }], clientName: '{{contact.name}}', onError: null }),
  appointment: () => ({
    title: '{{contact.name}}',
    text: '',
    durationMinutes: 30,
    stepMinutes: 30,
    daysAhead: 14,
    noticeMinutes: 60,
    offer: 5,
    confirmed: false,
    ...waiting,
    onNone: null,
  }),
  http: () => ({ method: 'GET', url: '', headers: {}, timeoutSeconds: 10, map: [], onError: null }),
  agent: () => ({}),
  handoff: () => ({ handoffType: 'FLOW' }),
  go_to: () => ({ stepId: '' }),
  end: () => ({}),
};

/** A new step of a kind that does not yet lead anywhere. */
export const newStep = (draft: Draft, type: StepType): Step => ({
  id: freeId(
    draft.steps.map(({ id }) => id),
    type,
  ),
  type,
  next: null,
  config: contents[type](draft),
});
