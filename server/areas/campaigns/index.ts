import { type Area, asJob } from '../../http/area.ts';
import { audienceOperations } from './audience.operations.ts';
import { campaignSender } from './campaign-sender.ts';
import { controlOperations } from './control.operations.ts';
import { startScheduled } from './control-campaign.ts';
import { campaignOperations } from './operations.ts';
import { confirmWish, takeOptOuts } from './opt-out.ts';
import { holdIfPaused, recoverInterrupted } from './recover.ts';
import { dropAudience } from './replace-audience.ts';
import { trackResults } from './track-results.ts';

export { campaignSender } from './campaign-sender.ts';
export { importPastCampaign, type PastRecipient } from './import-past.ts';
export { readSendingRules, readWish, SendingRules, saveSendingRules } from './sending-rules.ts';

export const campaigns: Area = {
  name: 'campaigns',
  title: 'Marketing campaigns',
  operations: { ...campaignOperations, ...audienceOperations, ...controlOperations },
  jobs: [asJob(startScheduled), asJob(dropAudience), asJob(confirmWish)],
  subscribers: [takeOptOuts, trackResults],
  async start(platform) {
    await recoverInterrupted(platform);
    await holdIfPaused(platform);
    await campaignSender(platform).wakeAll();
  },
  stop: (platform) => campaignSender(platform).stop(),
};
