import { Timezone } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type FieldError, Problem } from '../../../platform/problem.ts';
import { findChannel } from '../../channels/index.ts';
import {
  type ChatTemplateRow,
  findTemplate,
  findUsableTemplate,
  headerKind,
  toTemplate,
} from '../../templates/index.ts';
import { findHeader } from '../header-file.ts';
import { type CampaignRow, mappingsOf, readTotals } from '../store.ts';
import { isConnected } from './campaign-sender.ts';

/** Every reason that prevents a start, and the template unless it was deleted. */
export interface Readiness {
  refusals: FieldError[];
  template: ChatTemplateRow | null;
}

const refuse = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/**
 * Collects all reasons at once. `isTransactional` allows a template that is not MARKETING. `needsChannel` makes a
 * disconnected channel a reason: when a person starts the campaign; a scheduled start only waits for the channel.
 */
export async function checkReadiness(
  db: Db,
  campaign: CampaignRow,
  { isTransactional, needsChannel }: { isTransactional: boolean; needsChannel: boolean },
): Promise<Readiness> {
  const template = await findTemplate(db, campaign.workspace_id, campaign.template_id);
  const refusals = [
    ...(await findAudienceFaults(db, campaign)),
    ...(await findTemplateFaults(db, campaign, template, isTransactional)),
    ...(await findChannelFaults(db, campaign, needsChannel)),
  ];
  if (!Timezone.safeParse(campaign.timezone).success) {
    const message = `${campaign.timezone} is not an IANA time zone such as America/Sao_Paulo`;
    refusals.push(refuse('timezone', 'unknown_timezone', message));
  }
  return { refusals, template };
}

async function findAudienceFaults(db: Db, { workspace_id: workspaceId, audience_id: audienceId }: CampaignRow) {
  const totals = (await readTotals(db, workspaceId, [audienceId])).get(audienceId);
  const isEmpty = !totals || totals.total === totals.SKIPPED;
  return isEmpty ? [refuse('audience', 'no_audience', 'The audience has no recipient to send to')] : [];
}

async function findTemplateFaults(
  db: Db,
  campaign: CampaignRow,
  template: ChatTemplateRow | null,
  isTransactional: boolean,
): Promise<FieldError[]> {
  const place = 'channelTemplateId';
  if (!template) return [refuse(place, 'template_gone', 'The template no longer exists')];
  const { name, language, category, status } = template;
  const faults: FieldError[] = [];
  if (!(await findUsableTemplate(db, campaign.workspace_id, campaign.channel_id, name, language))) {
    faults.push(refuse(place, 'template_not_approved', `The template ${name} is ${status} and cannot be sent`));
  }
  if (category !== 'MARKETING' && !isTransactional) {
    const message = `The template ${name} is ${category}, not MARKETING: start with transactional.reason to send it`;
    faults.push(refuse(place, 'template_not_marketing', message));
  }
  const kind = headerKind(template);
  if (kind !== null && !(await findHeader(db, campaign, template))) {
    faults.push(refuse('mediaUrl', 'template_needs_media', `The header of ${name} needs a file: ${kind}`));
  }
  const mapped = new Set(mappingsOf(campaign).map((mapping) => mapping.variable));
  const unmapped = toTemplate(template).variables.filter((variable) => !mapped.has(variable));
  return [
    ...faults,
    ...unmapped.map((name) => refuse('variables', 'variable_unmapped', `{{${name}}} of the template is not mapped`)),
  ];
}

async function findChannelFaults(db: Db, campaign: CampaignRow, needsChannel: boolean): Promise<FieldError[]> {
  const channel = await findChannel(db, campaign.workspace_id, campaign.channel_id);
  if (!channel || channel.deactivated_at !== null) {
    return [refuse('channelId', 'channel_deactivated', 'The channel is deactivated')];
  }
  if (isConnected(channel) || !needsChannel) return [];
  return [refuse('channelId', 'channel_not_connected', `The channel is ${channel.status}`)];
}

/** The 409 problem that lists all reasons. */
export const notStartable = (refusals: FieldError[]): Problem =>
  new Problem('campaign_not_startable', refusals.map((fault) => fault.message).join('; '), { errors: refusals });
