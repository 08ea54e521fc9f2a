/** What a draft needs, in the order in which it is asked. */
export const steps = ['whom', 'what', 'when', 'check'] as const;
export type Step = (typeof steps)[number];

/** Where a field is changed that prevents the start. */
export const stepOf: Record<string, Step> = {
  audience: 'whom',
  channelId: 'what',
  channelTemplateId: 'what',
  mediaUrl: 'what',
  variables: 'what',
  timezone: 'when',
  scheduledAt: 'when',
};
