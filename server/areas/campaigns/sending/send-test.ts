import type { z } from 'zod';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { requirePhone } from '../../../platform/text/phones.ts';
import { requireChannel } from '../../channels/index.ts';
import { deliver, findOrOpenConversation, type Message, storeOutgoing } from '../../inbox/index.ts';
import { findByPhone, findOrCreateContact } from '../../people/index.ts';
import { type ChatTemplateRow, findTemplate } from '../../templates/index.ts';
import { findHeader } from '../header-file.ts';
import type { TestSend } from '../schemas.ts';
import { type CampaignRow, mappingsOf } from '../store.ts';
import { campaignActor } from './claim-recipient.ts';
import { renderFor } from './render-recipient.ts';

/** Sends the rendered message to one number now. No recipient changes and no report counts it. */
export async function sendTest(
  platform: Platform,
  workspace: Workspace,
  campaign: CampaignRow,
  { phoneNumber, name = null, variables = {} }: Omit<z.output<typeof TestSend>, 'name'> & { name?: string | null },
): Promise<Message> {
  const phone = requirePhone(phoneNumber, workspace.country, 'body.phoneNumber');
  const db = platform.database.read;
  const template = await findTemplate(db, workspace.id, campaign.template_id);
  if (!template) throw new Problem('template_unusable', 'The template no longer exists');
  const contact = await findByPhone(db, workspace.id, phone);
  if (contact && contact.opted_out_at !== null)
    throw new Problem('contact_opted_out', `${phone} opted out of campaigns`);
  const values = renderValues(campaign, template, { phone, name, variables, contact });
  const actor = campaignActor(campaign);
  const stored = await platform.work(workspace, actor, async (work) => {
    const channel = await requireChannel(work.db, workspace.id, campaign.channel_id, 'channelId');
    const reached = await findOrCreateContact(work, { phone, name });
    const conversation = await findOrOpenConversation(work, channel, reached, { byCampaign: true });
    const draft = { template: { name: template.name, language: template.language, variables: values } };
    const file = await findHeader(work.db, campaign, template);
    const sending = { author: 'CAMPAIGN', draft, idempotencyKey: null } as const;
    return storeOutgoing(platform, work, conversation, sending, file && { file });
  });
  return (await deliver(platform, workspace, actor, stored)).message;
}

function renderValues(campaign: CampaignRow, template: ChatTemplateRow, person: Parameters<typeof renderFor>[2]) {
  const rendered = renderFor(template, mappingsOf(campaign), person);
  if ('values' in rendered) return rendered.values;
  const errors = rendered.missing.map((message) => ({ field: 'body.variables', code: 'required', message }));
  throw new Problem('validation_failed', rendered.missing.join('; '), { errors });
}
