import { type Area, asJob } from '../../http/area.ts';
import { countSends } from './count-sends.ts';
import { listLinkUses } from './list-link-uses.ts';
import { listStoppedTemplates } from './list-stopped.ts';
import { templateOperations } from './operations.ts';
import { readTemplates } from './read-templates.ts';
import { receiveTemplate } from './receive-template.ts';
import { syncChannels, syncTemplates } from './sync-templates.ts';

export { createTemplate } from './create-template.ts';
export { assertFitsHeader, headerKind, largestHeaderFile } from './header-media.ts';
export { listTroubled, type TemplateSearch } from './list-troubled.ts';
export { type ChatTemplateRow, findTemplate, listTemplates, toTemplate } from './store.ts';
export { startSync } from './sync-templates.ts';
export {
  type FilledTemplate,
  fillChatTemplate,
  findUsableTemplate,
  hasUsableTemplate,
  type TemplateValues,
} from './use-template.ts';

export const templates = {
  name: 'templates',
  title: 'Chat templates',
  about: 'Messages that a platform approves before they may begin a conversation.',
  operations: templateOperations,
  jobs: [asJob(syncTemplates), asJob(readTemplates)],
  subscribers: [countSends],
  recurring: [
    {
      name: 'templates under review',
      cron: '*/15 * * * *',
      run: (platform) => syncChannels(platform, { inReview: true }),
    },
    { name: 'all templates', cron: '17 3 * * *', run: (platform) => syncChannels(platform, { inReview: false }) },
  ],
  provides: { templateEvents: [receiveTemplate], linkUses: [listLinkUses], stoppedParts: [listStoppedTemplates] },
} satisfies Area;
