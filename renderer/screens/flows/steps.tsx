import {
  IconArrowForwardUp,
  IconArrowsSplit,
  IconBolt,
  IconCalendarPlus,
  IconClockPause,
  IconFlag,
  IconHeadset,
  IconHelpCircle,
  IconInbox,
  IconLayoutKanban,
  IconMessage,
  IconRobot,
  IconShoppingBag,
  IconTag,
  IconUserPlus,
  IconVariable,
  IconWorld,
} from '@tabler/icons-react';
import type { StepType } from './draft/draft.ts';

type Icon = typeof IconMessage;

/** The kinds of steps as they are offered, in groups. */
export const kindGroups: { name: 'talk' | 'decide' | 'do' | 'finish'; kinds: StepType[] }[] = [
  { name: 'talk', kinds: ['message', 'ask', 'appointment', 'order'] },
  { name: 'decide', kinds: ['branch', 'wait', 'set', 'go_to'] },
  { name: 'do', kinds: ['tag', 'conversation_stage', 'crm_card', 'lead', 'http'] },
  { name: 'finish', kinds: ['agent', 'handoff', 'end'] },
];

export const kindIcons: Record<StepType | 'trigger', Icon> = {
  trigger: IconBolt,
  message: IconMessage,
  ask: IconHelpCircle,
  branch: IconArrowsSplit,
  wait: IconClockPause,
  set: IconVariable,
  tag: IconTag,
  conversation_stage: IconInbox,
  crm_card: IconLayoutKanban,
  lead: IconUserPlus,
  order: IconShoppingBag,
  appointment: IconCalendarPlus,
  http: IconWorld,
  agent: IconRobot,
  handoff: IconHeadset,
  go_to: IconArrowForwardUp,
  end: IconFlag,
};
