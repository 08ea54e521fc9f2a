import { eventsAbout } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Agent } from './schemas.ts';

const bella: Agent = {
  id: story.ids.agent,
  name: 'Bella',
  agentType: 'STANDARD',
  description: 'Atende os clientes da Pizzaria Bella Napoli',
  language: 'pt',
  tone: 'Simpática e breve',
  greetingMessage: 'Olá! Aqui é a Bella, da Bella Napoli.',
  fallbackMessage: 'Vou chamar alguém da equipe.',
  outOfHoursMessage: 'Abrimos às 18h.',
  businessHours: null,
  services: [],
  rules: [],
  behavior: {
    debounceMs: 3000,
    maxRepliesPerHour: 30,
    handoffKeywords: ['atendente'],
    handoffAfterMisses: 2,
    answerThreshold: 0.5,
    topK: 4,
    appointmentReminderMinutes: 60,
    model: null,
    temperature: 0.2,
    changesAtOnce: true,
  },
  functionKey: null,
  templateId: null,
  faqs: [],
  status: 'DRAFT',
  hasUntestedChanges: true,
  hasUnpublishedChanges: false,
  version: 'draft',
  ...storyTimes,
};

const agentEvent = eventsAbout('Bots', Agent);

export const agentCreated = agentEvent('bot.created', 'An AI agent was created.', { source: 'CONSOLE', data: bella });
export const agentDeleted = agentEvent('bot.deleted', 'An AI agent was deleted; `data` is its last state.', {
  source: 'CONSOLE',
  data: bella,
});
