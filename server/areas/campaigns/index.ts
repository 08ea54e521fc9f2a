import { type Area, asJob } from '../../http/area.ts';
import { audienceOperations } from './audience/audience.operations.ts';
import { eraseRecipients, joinRecipients } from './audience/one-per-person.ts';
import { dropAudience } from './audience/replace-audience.ts';
import { campaignConsoleOperations } from './console.operations.ts';
import { headerFileOperations } from './header-file.operations.ts';
import { listLinkUses } from './list-link-uses.ts';
import { listStoppedCampaigns } from './list-stopped.ts';
import { listTemplateUses } from './list-template-uses.ts';
import { campaignOperations } from './operations.ts';
import { confirmOptOut, handleOptOuts, receivePreference } from './results/opt-out.ts';
import { trackResults } from './results/track-results.ts';
import { CampaignSender } from './sending/campaign-sender.ts';
import { controlOperations } from './sending/control.operations.ts';
import { startScheduled } from './sending/control-campaign.ts';
import { holdIfPaused, recoverInterrupted } from './sending/recover-interrupted.ts';

export { importPastCampaign, type PastRecipient } from './import-past.ts';
export { readWish } from './results/read-wish.ts';
export { readOptOutWord, readSendingRules, SendingRules, saveSendingRules } from './sending/sending-rules.ts';

export const campaigns = {
  name: 'campaigns',
  title: 'Marketing campaigns',
  about: 'Messages to many contacts at once: audience, schedule, pace, opt-out and report.',
  operations: { ...campaignOperations, ...audienceOperations, ...headerFileOperations, ...controlOperations },
  ownerOperations: campaignConsoleOperations,
  jobs: [asJob(startScheduled), asJob(dropAudience), asJob(confirmOptOut)],
  subscribers: [handleOptOuts, trackResults],
  provides: {
    linkUses: [listLinkUses],
    templateUses: [listTemplateUses],
    contactJoined: [joinRecipients],
    contactDeleted: [eraseRecipients],
    preferenceEvents: [receivePreference],
    stoppedParts: [listStoppedCampaigns],
  },
  services: (platform) => ({ campaignSender: new CampaignSender(platform) }),
  async start(platform) {
    await recoverInterrupted(platform);
    await holdIfPaused(platform);
    await platform.services.campaignSender.wakeAll();
  },
  stop: (platform) => platform.services.campaignSender.stop(),
} satisfies Area;
