import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { requirePhone } from '../../../platform/text/phones.ts';
import type { Work } from '../../../platform/work/work.ts';
import { requireChannel } from '../../channels/index.ts';
import { deliver, findOrOpenConversation, type Message, storeOutgoing } from '../../inbox/index.ts';
import { type ContactRow, findByPhone, findOrCreateContact, requireContact } from '../../people/index.ts';
import { type ChatTemplateRow, findTemplate } from '../../templates/index.ts';
import { hasOptedOut } from '../audience/find-people.ts';
import { findHeader } from '../header-file.ts';
import { type CampaignRow, mappingsOf } from '../store.ts';
import { campaignActor } from './claim-recipient.ts';
import { renderFor } from './render-recipient.ts';

interface Test {
  phoneNumber?: string | undefined;
  contactId?: string | undefined;
  name?: string | null;
  variables?: Record<string, string>;
}

/** Sends the rendered message to one person now. No recipient changes and no report counts it. */
export async function sendTest(
  platform: Platform,
  workspace: Workspace,
  campaign: CampaignRow,
  { name = null, variables = {}, ...named }: Test,
): Promise<Message> {
  const actor = campaignActor(campaign);
  const stored = await platform.work(workspace, actor, async (work) => {
    const template = await findTemplate(work.db, workspace.id, campaign.template_id);
    if (!template) throw new Problem('template_unusable', 'The template no longer exists');
    const { contact, phone } = await findAddressee(work, named);
    if (await hasOptedOut(work, contact, phone)) {
      throw new Problem('contact_opted_out', `${phone ?? 'The contact'} opted out of campaigns`);
    }
    const values = renderValues(campaign, template, { phone, name, variables, contact });
    const channel = await requireChannel(work.db, workspace.id, campaign.channel_id, 'channelId');
    const reached = contact ?? (await findOrCreateContact(work, { phone: phone as string, name }));
    const conversation = await findOrOpenConversation(work, channel, reached, { byCampaign: true });
    const draft = { template: { name: template.name, language: template.language, variables: values } };
    const file = await findHeader(work.db, campaign, template);
    const sending = { author: 'CAMPAIGN', draft, idempotencyKey: null } as const;
    return storeOutgoing(platform, work, conversation, sending, file && { file });
  });
  return (await deliver(platform, workspace, actor, stored)).message;
}

/** The addressee of a test: the number, and the contact if the number has one. */
async function findAddressee(
  work: Work,
  { phoneNumber, contactId }: Pick<Test, 'phoneNumber' | 'contactId'>,
): Promise<{ contact: ContactRow | null; phone: string | null }> {
  if (contactId !== undefined || phoneNumber === undefined) {
    const contact = await requireContact(work, { contactId, phone: phoneNumber }, 'body.phoneNumber');
    return { contact, phone: contact.phone };
  }
  const phone = requirePhone(phoneNumber, work.workspace.country, 'body.phoneNumber');
  return { contact: (await findByPhone(work.db, work.workspace.id, phone)) ?? null, phone };
}

function renderValues(campaign: CampaignRow, template: ChatTemplateRow, person: Parameters<typeof renderFor>[2]) {
  const rendered = renderFor(template, mappingsOf(campaign), person);
  if ('values' in rendered) return rendered.values;
  const errors = rendered.faults.map((fault) => ({ ...fault, field: 'body.variables' }));
  throw new Problem('validation_failed', errors.map(({ message }) => message).join('; '), { errors });
}
