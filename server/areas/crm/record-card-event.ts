import type { Work } from '../../platform/work/work.ts';
import type { CardRow } from './cards.store.ts';
import { type CardEventRow, hasEntered, insertCardEvent } from './events.store.ts';
import type { StageRow } from './pipelines.store.ts';
import type { CardEventType } from './schemas.ts';

export interface CardEventEntry {
  type: CardEventType;
  card: CardRow;
  /** The card's stage before; null for a new card. */
  from: StageRow | null;
  /** The card's stage after; null for a deleted card. */
  to: StageRow | null;
  /** When it entered `from`. */
  enteredAt: string;
  changes?: { field: string; from: unknown; to: unknown }[];
  comment?: string;
}

const isOpen = (stage: StageRow | null): boolean => stage !== null && stage.is_won === 0 && stage.is_lost === 0;

const outcomeOf = (stage: StageRow): 'WON' | 'LOST' | null => {
  if (stage.is_won === 1) return 'WON';
  return stage.is_lost === 1 ? 'LOST' : null;
};

const elapsedMs = (since: string, now: string): number => Math.max(0, Date.parse(now) - Date.parse(since));

/** Writes one event of the timeline, with all facts about this moment that reports need. */
export async function recordCardEvent(work: Work, entry: CardEventEntry): Promise<CardEventRow> {
  const { db, workspace, actor, now, newId } = work;
  const { type, card, from, to, enteredAt, changes = [], comment = null } = entry;
  const hasMoved = from?.id !== to?.id;
  const entered = hasMoved ? to : null;
  const isFirstEntry =
    entered !== null && !(from !== null && (await hasEntered(db, workspace.id, card.id, entered.id)));
  return insertCardEvent(db, {
    id: newId('crmevt'),
    workspace_id: workspace.id,
    pipeline_id: card.pipeline_id,
    card_id: card.id,
    card_title: card.title,
    type,
    actor_source: actor.source,
    actor_id: actor.id,
    actor_name: actor.name,
    from_stage_id: from?.id ?? null,
    from_stage_name: from?.name ?? null,
    to_stage_id: to?.id ?? null,
    to_stage_name: to?.name ?? null,
    changes: JSON.stringify(changes),
    comment,
    is_first_entry: isFirstEntry ? 1 : 0,
    outcome: entered && outcomeOf(entered),
    open_delta: (Number(isOpen(to)) - Number(isOpen(from))) as -1 | 0 | 1,
    stay_ms: hasMoved && from !== null ? elapsedMs(enteredAt, now) : null,
    value_cents: card.value_cents,
    card_source: card.source,
    card_age_ms: elapsedMs(card.created_at, now),
    created_at: now,
  });
}
