import { hourMs } from '../../../server/platform/durations.ts';
import { conversationId } from './fill-people.ts';
import { draw, idOf, nameOf, perBlock, timeIn, toText } from './history.ts';
import type { Tables } from './tables.ts';

/** The stages that cards pass, by position: an equal share ends in each. */
const ways = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 4]];
const stageNames = ['Novo', 'Qualificado', 'Proposta', 'Ganho', 'Perdido'];
const stayMs = 2 * hourMs;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key of `fractional-indexing` with five digits; ascends with the number. */
const orderKeyOf = (number: number): string =>
  `d${[62 ** 3, 62 ** 2, 62, 1].map((worth) => digits[Math.floor(number / worth) % 62]).join('')}`;

const outcomeOf = (stage: number | undefined): 'WON' | 'LOST' | null =>
  stage === 3 ? 'WON' : stage === 4 ? 'LOST' : null;

/** Cards of a block with the events of their way through the stages. */
export function addCards(tables: Tables, block: number): void {
  for (let place = 0; place < perBlock.cards; place++) addCard(tables, block, place);
}

function addCard(tables: Tables, block: number, place: number): void {
  const { workspaceId, pipelineId, stageIds } = tables.shop;
  const number = block * perBlock.cards + place;
  const way = ways[number % ways.length] ?? [];
  const createdMs = timeIn(block, place / perBlock.cards) - stayMs * ways.length;
  const name = nameOf(block, place);
  const card = { id: idOf('card', number), cents: Math.floor(draw(number, 7) * 100_000), createdMs };
  tables.insert('crm_cards', {
    seq: number + 1,
    id: card.id,
    workspace_id: workspaceId,
    pipeline_id: pipelineId,
    stage_id: stageIds[way.at(-1) ?? 0] ?? '',
    order_key: orderKeyOf(number),
    title: `Festa ${number}`,
    value_cents: card.cents,
    contact_id: idOf('ct', block * perBlock.contacts + place),
    contact_name: name,
    conversation_id: conversationId(block, place),
    source: 'CONSOLE',
    stage_entered_at: toText(createdMs + (way.length - 1) * stayMs),
    created_at: toText(createdMs),
    updated_at: toText(createdMs + (way.length - 1) * stayMs),
  });
  tables.index('card_search', number + 1, `Festa ${number} ${name}`);
  for (const step of way.keys()) addEvent(tables, number, step, card);
}

function addEvent(
  tables: Tables,
  number: number,
  step: number,
  card: { id: string; cents: number; createdMs: number },
): void {
  const { workspaceId, pipelineId, stageIds } = tables.shop;
  const way = ways[number % ways.length] ?? [];
  const [from, to] = [way[step - 1], way[step] ?? 0];
  const outcome = outcomeOf(to);
  tables.insert('crm_events', {
    seq: number * ways.length + step + 1,
    id: idOf('crmevt', number * ways.length + step),
    workspace_id: workspaceId,
    pipeline_id: pipelineId,
    card_id: card.id,
    card_title: `Festa ${number}`,
    type: from === undefined ? 'CREATED' : 'MOVED',
    actor_source: 'CONSOLE',
    actor_name: 'Bench',
    from_stage_id: from === undefined ? null : (stageIds[from] ?? null),
    from_stage_name: from === undefined ? null : (stageNames[from] ?? null),
    to_stage_id: stageIds[to] ?? null,
    to_stage_name: stageNames[to] ?? null,
    is_first_entry: 1,
    outcome,
    open_delta: from === undefined ? 1 : outcome === null ? 0 : -1,
    stay_ms: from === undefined ? null : stayMs,
    value_cents: card.cents,
    card_source: 'CONSOLE',
    card_age_ms: step * stayMs,
    created_at: toText(card.createdMs + step * stayMs),
  });
}
