import type { Body } from '../../../api/operations.ts';
import type { Campaign, ChatTemplate } from '../queries.ts';
import type { HeaderFile } from './header-file-field.tsx';

export type Mapping = Body<'replaceCampaignVariables'>['mappings'][number];
type Draft = Body<'updateMarketingCampaign'>;

/** Where the value of a variable comes from, as it is being edited. */
export interface Row {
  variable: string;
  source: Mapping['source'];
  value: string;
  fallback: string;
}

/** What is said: the file in the header and the values of the variables. */
export interface Message {
  headerFile: HeaderFile | null;
  rows: Row[];
}

/** One row a variable: as it is stored, else the first name. */
export const beginMessage = (campaign: Campaign, template: ChatTemplate | undefined): Message => ({
  headerFile: campaign.mediaUrl && campaign.media ? { ...campaign.media, url: campaign.mediaUrl } : null,
  rows: (template?.variables ?? []).map((variable) => {
    const present = campaign.variables.find((one) => one.variable === variable);
    return present
      ? { ...present, fallback: present.fallback ?? '' }
      : { variable, source: 'CONTACT', value: 'firstName', fallback: '' };
  }),
});

/** Safe cast: a contact field is chosen from the list, so each row is one of the server's kinds. */
const toMapping = ({ variable, source, value, fallback }: Row): Mapping =>
  ({ variable, source, value: value.trim(), fallback: fallback.trim() || null }) as Mapping;

/** The mappings that are complete enough to be sent. */
export const toMappings = (rows: Row[]): Mapping[] => rows.filter(({ value }) => value.trim() !== '').map(toMapping);

/** The body that stores a campaign with some fields changed; the file of its header stays unless it is named. */
export const withChanges = (campaign: Campaign, changes: Partial<Draft>): Draft => ({
  name: campaign.name,
  channelId: campaign.channelId,
  channelTemplateId: campaign.channelTemplateId,
  timezone: campaign.timezone,
  audienceSource: campaign.audienceSource,
  stopOnReply: campaign.stopOnReply,
  sendIntervalMs: campaign.sendIntervalMs,
  ...changes,
});
