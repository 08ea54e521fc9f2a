import type { Work } from '../../../platform/work/work.ts';
import type { Agent, AgentChanges } from '../schemas.ts';
import { BehaviorDraft } from './configuration.schemas.ts';

/** Converts drafted fields to stored ones: generates ids, orders rules, and resets null to the default. */
export function toConfiguration(
  { newId }: Pick<Work, 'newId'>,
  changes: AgentChanges & { templateId?: string | undefined },
): Partial<Omit<Agent, 'faqs'>> {
  const { services, rules, behavior, ...plain } = changes;
  return {
    ...plain,
    ...(services !== undefined && {
      services: (services ?? []).map((service) => ({ ...service, id: service.id ?? newId('svc') })),
    }),
    ...(rules !== undefined && {
      rules: inOrder(rules?.items ?? []).map((rule) => ({ ...rule, id: rule.id ?? newId('rule') })),
    }),
    ...(behavior !== undefined && { behavior: BehaviorDraft.parse(behavior ?? {}) }),
  };
}

/** Sorts entries by `order`, or by their index if it is absent, and renumbers them from 0. */
export function inOrder<Entry extends { order?: number | undefined }>(
  entries: Entry[],
): (Omit<Entry, 'order'> & { order: number })[] {
  return entries
    .map((entry, index) => ({ ...entry, order: entry.order ?? index }))
    .sort((a, b) => a.order - b.order)
    .map((entry, order) => ({ ...entry, order }));
}
