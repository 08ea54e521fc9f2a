import { dayMs, minuteMs } from '../../../server/platform/durations.ts';
import { phoneWords } from '../../../server/platform/text/phones.ts';
import {
  blocks,
  idOf,
  isAmongNewest,
  nameOf,
  perBlock,
  phoneOf,
  timeIn,
  toText,
  vocabulary,
  wordsOf,
} from './history.ts';
import type { Tables } from './tables.ts';

/** Each conversation has one message of every round. */
const rounds = perBlock.messages / perBlock.conversations;
const waitsKeptMs = 32 * dayMs;
export const tags = [
  'VIP',
  'Atacado',
  'Bairro',
  'Entrega',
  'Fiado',
  'Festa',
  'Empresa',
  'Vegano',
  'Novo',
  'Sem glúten',
];

/** Contacts, conversations and messages of a block; `indexed` is the vocabulary as a search index stores it. */
export function addPeople(tables: Tables, block: number, indexed: string[]): void {
  for (let place = 0; place < perBlock.contacts; place++) addContact(tables, block, place);
  for (let place = 0; place < perBlock.conversations; place++) addConversation(tables, block, place);
  for (let round = 0; round < rounds; round++) addRound(tables, block, round, indexed);
}

function addContact(tables: Tables, block: number, place: number): void {
  const { workspaceId } = tables.shop;
  const number = block * perBlock.contacts + place;
  const [name, phone] = [nameOf(block, place), phoneOf(block, place)];
  const at = toText(timeIn(block, place / perBlock.contacts));
  const writes = place < perBlock.conversations;
  tables.insert('contacts', {
    seq: number + 1,
    id: idOf('ct', number),
    workspace_id: workspaceId,
    phone,
    name,
    opted_out_at: number % 50 === 0 ? at : null,
    created_at: at,
    updated_at: at,
    conversation_count: writes ? 1 : 0,
  });
  tables.index('contact_search', number + 1, `${name} ${phoneWords(phone)}`);
  const address = { workspace_id: workspaceId, kind: 'phone', scope: '', value: phone, contact_id: idOf('ct', number) };
  const learned = writes ? { evidence: 'message', seen_at: at } : { evidence: 'person', seen_at: null };
  tables.insert('contact_addresses', { ...address, ...learned, learned_at: at, taken_from: null });
  if (place % 4 === 0) tag(tables, number, 0);
  if (place % 5 === 0) tag(tables, number, 1 + (number % (tags.length - 1)));
}

function tag(tables: Tables, number: number, place: number): void {
  const { workspaceId } = tables.shop;
  tables.insert('contact_tags', { workspace_id: workspaceId, tag_id: place + 1, contact_seq: number + 1 });
}

export const conversationId = (block: number, place: number): string =>
  idOf('conv', block * perBlock.conversations + place);

/** The newest wait for an answer, so their number does not grow. */
const isUnanswered = (block: number, place: number): boolean =>
  isAmongNewest(40, block * perBlock.conversations + place, perBlock.conversations);

const isPutAside = (block: number, place: number): boolean =>
  place === 1 && isAmongNewest(400, block * perBlock.conversations + place, perBlock.conversations);

const momentOf = (block: number, round: number, place: number): string =>
  toText(timeIn(block, (round * perBlock.conversations + place) / perBlock.messages));

const seqOf = (block: number, round: number, place: number): number =>
  block * perBlock.messages + round * perBlock.conversations + place + 1;

/** Customer and shop take turns. */
const isInbound = (block: number, round: number, place: number): boolean =>
  round % 2 === 0 || (round === rounds - 1 && isUnanswered(block, place));

const textOf = (block: number, round: number, place: number): string =>
  wordsOf(block, round * perBlock.conversations + place)
    .map((word) => vocabulary[word])
    .join(' ');

function addConversation(tables: Tables, block: number, place: number): void {
  const { workspaceId, channelId, agentId, userId, conversationStageId } = tables.shop;
  const number = block * perBlock.conversations + place;
  const [first, last] = [momentOf(block, 0, place), momentOf(block, rounds - 1, place)];
  const waits = isUnanswered(block, place);
  const isPersons = waits || isPutAside(block, place) || place % 10 === 0;
  const lastIsInbound = isInbound(block, rounds - 1, place);
  tables.insert('conversations', {
    seq: number + 1,
    id: conversationId(block, place),
    workspace_id: workspaceId,
    channel_id: channelId,
    contact_id: idOf('ct', block * perBlock.contacts + place),
    ai_agent_id: agentId,
    status: isPersons ? 'HANDED_OFF' : place % 3 === 0 ? 'ACTIVE' : 'RESOLVED',
    handoff_type: isPersons ? 'ASKED' : null,
    assigned_to: isPersons && !waits ? 'Bench' : null,
    assigned_to_user_id: isPersons && !waits ? userId : null,
    stage_id: place % 5 === 0 ? conversationStageId : null,
    unread_count: waits ? 1 : 0,
    last_message: JSON.stringify({
      id: idOf('msg', seqOf(block, rounds - 1, place)),
      direction: lastIsInbound ? 'INBOUND' : 'OUTBOUND',
      author: lastIsInbound ? 'CONTACT' : 'AGENT',
      type: 'TEXT',
      content: textOf(block, rounds - 1, place),
      createdAt: last,
    }),
    last_message_at: last,
    last_inbound_at: momentOf(block, lastIsInbound ? rounds - 1 : rounds - 2, place),
    waiting_since: waits ? last : null,
    unanswered_since: waits ? last : null,
    snoozed_until: isPutAside(block, place) && !waits ? toText(timeIn(blocks, 0) + 7 * dayMs) : null,
    created_at: first,
    updated_at: last,
  });
  tables.count('conversation_counters', first, 'opened');
  if (!isPersons) tables.count('conversation_counters', last, 'resolved');
  if (isPersons) tables.count('conversation_counters', last, 'handedOff');
  if (isPersons) tables.count('reply_counters', last, 'handoff.asked');
  tables.count('reply_counters', first, 'conversation');
  tables.count('reply_counters', first, 'first_reply.4');
}

/** One message of every conversation of a block, and the waits that it ends. */
function addRound(tables: Tables, block: number, round: number, indexed: string[]): void {
  const { workspaceId, channelId, agentId } = tables.shop;
  const isLatest = timeIn(block, 0) > timeIn(blocks, 0) - waitsKeptMs;
  for (let place = 0; place < perBlock.conversations; place++) {
    const seq = seqOf(block, round, place);
    const at = momentOf(block, round, place);
    const inbound = isInbound(block, round, place);
    const words = wordsOf(block, round * perBlock.conversations + place);
    tables.insert('messages', {
      seq,
      id: idOf('msg', seq),
      workspace_id: workspaceId,
      conversation_id: conversationId(block, place),
      channel_id: channelId,
      provider_message_id: idOf('seed', seq),
      direction: inbound ? 'INBOUND' : 'OUTBOUND',
      author: inbound ? 'CONTACT' : 'AGENT',
      author_id: inbound ? idOf('ct', block * perBlock.contacts + place) : agentId,
      author_name: inbound ? null : 'Bia',
      type: 'TEXT',
      content: words.map((word) => vocabulary[word]).join(' '),
      status: inbound ? 'RECEIVED' : 'READ',
      sent_at: at,
      delivered_at: inbound ? null : at,
      read_at: inbound ? null : at,
      created_at: at,
      updated_at: at,
    });
    tables.insert('message_search', { rowid: seq, text: words.map((word) => indexed[word]).join(' ') });
    if (!isLatest || inbound || round % 10 > 1) continue;
    const kind = place % 10 === 0 ? 'PERSON' : 'ANSWER';
    tables.insert('conversation_waits', { workspace_id: workspaceId, kind, answered_at: at, waited_ms: minuteMs });
  }
  const at = momentOf(block, round, 0);
  const kind = round % 2 === 0 ? 'received' : 'sent';
  tables.count('conversation_counters', at, kind, perBlock.conversations);
  if (kind === 'sent') tables.count('reply_counters', at, 'reply', perBlock.conversations);
}
