import { eventsAbout } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Card } from './schemas.ts';

const { at, ids, contact } = story;

const card: Card = {
  id: 'card_01kbmzef2be7k0n3q6s9v1x4za',
  pipelineId: 'pipe_01kamr4d1ce3g5j7k9m2n4p6qr',
  stageId: 'stage_01kamr4e5df8h0k2m4n6p8q1rs',
  title: 'Festa da empresa, 40 pizzas',
  value: 2480,
  contactId: ids.contact,
  contactPhone: contact.phone,
  contactName: contact.name,
  conversationId: ids.conversation,
  leadId: ids.lead,
  source: 'AGENT',
  commentCount: 0,
  unconfirmed: null,
  stageEnteredAt: at,
  ...storyTimes,
};

const cardEvent = eventsAbout('CRM cards', Card);

export const cardCreated = cardEvent('crm.card.created', 'A card was created.', { source: 'CONSOLE', data: card });
export const cardMoved = cardEvent('crm.card.moved', 'A card was moved.', {
  source: 'CONSOLE',
  data: card,
  previous: { stageId: 'stage_01kamr4e2xe6g9j1k3m5n7p0qt' },
});
export const cardUpdated = cardEvent('crm.card.updated', 'The fields of a card were changed.', {
  source: 'CONSOLE',
  data: card,
  previous: { value: 1860 },
});
export const cardDeleted = cardEvent('crm.card.deleted', 'A card was deleted; `data` is its last state.', {
  source: 'CONSOLE',
  data: card,
});
