import { ExportEntry } from '../../http/export.ts';
import { defineEvent, defineLogEntry } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Lead } from './schemas.ts';

const { ids, contact, address } = story;

export const leadCaptured = defineEvent('lead.captured', {
  group: 'Leads',
  description: 'A new lead was captured.',
  data: Lead,
  example: {
    source: 'AGENT',
    data: {
      id: ids.lead,
      aiAgentId: ids.agent,
      contactId: ids.contact,
      phone: contact.phone,
      name: contact.name,
      email: 'ana.souza@example.com',
      address,
      tags: ['delivery'],
      data: { favourite: 'Margherita' },
      unconfirmed: null,
      ...storyTimes,
    },
  },
});

export const leadsExported = defineLogEntry('leads.exported', ExportEntry);
