import { dayMs } from '../../../server/platform/durations.ts';
import { conversationId } from './fill-people.ts';
import { blocks, perBlock, phoneOf, rareWord, toText } from './history.ts';
import type { Caller } from './prepare.ts';
import type { Shop } from './tables.ts';

/** Paths by the name under which they are reported. */
type Paths = Record<string, string>;

const dayBefore = (days: number): string => toText(Date.now() - days * dayMs).slice(0, 10);

const searches: Record<string, string> = {
  'a rare word': rareWord,
  'a common word': 'maria',
  // Some thirty words begin so, of which one is common.
  'its beginning': 'mari',
  'a beginning of one word': 'calab',
  'two letters': 'ma',
  'a word that nothing has': 'qqqq',
};

const searched = (kind: string, path: string): Paths =>
  Object.fromEntries(Object.entries(searches).map(([what, text]) => [`search ${kind}: ${what}`, path + text]));

/** Lists, boards and searches, which should take as long in a large shop as in a small one. */
export async function listPaths({ call }: Caller, shop: Shop, filled: number): Promise<Paths> {
  const cursorOf = async (list: string, pages: number): Promise<string> => {
    let cursor = '';
    for (let page = 0; page < pages; page++) {
      const { nextCursor } = await call('GET', list + cursor);
      // A shop at a small scale has fewer pages.
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    return cursor;
  };
  return {
    ...(await conversationPaths(shop, cursorOf)),
    ...contactPaths(shop, filled),
    ...salesPaths(shop, filled),
    ...cardPaths(shop, filled),
    today: '/owner/today',
    ...searched('everything', '/owner/search?q='),
    ...searched('conversations', '/api/conversations?limit=50&search='),
    ...searched('contacts', '/api/contacts?limit=50&search='),
    ...searched('leads', '/api/leads?limit=50&search='),
    ...searched('orders', '/api/orders?limit=50&search='),
    ...searched('appointments', '/api/appointments?limit=50&search='),
    ...searched('the pipeline', `/owner/pipelines/${shop.pipelineId}?search=`),
  };
}

/** What the paths of conversations need: the cursor after some pages of a list. */
type CursorOf = (list: string, pages: number) => Promise<string>;

async function conversationPaths(
  { agentId, channelId, conversationStageId }: Shop,
  cursorOf: CursorOf,
): Promise<Paths> {
  const list = '/api/conversations?limit=50';
  const messages = `/api/conversations/${conversationId(blocks - 1, 5)}/messages?limit=20`;
  return {
    conversations: list,
    'conversations: of the console': `${list}&dialogue=true`,
    'conversations: resolved': `${list}&status=RESOLVED`,
    'conversations: handed over, nobody’s': `${list}&status=HANDED_OFF&assignee=none`,
    'conversations: of one person': `${list}&status=HANDED_OFF&snoozed=false&assignee=Bench`,
    'conversations: waiting': `${list}&waiting=true`,
    'conversations: put aside': `${list}&snoozed=true`,
    'conversations: of an agent': `${list}&aiAgentId=${agentId}`,
    'conversations: of a channel': `${list}&channelId=${channelId}`,
    'conversations: in a stage': `${list}&stageId=${conversationStageId}`,
    'conversations: of a week': `${list}&dateFrom=${dayBefore(6)}`,
    'conversations: tenth page by cursor': list + (await cursorOf(list, 9)),
    'conversations: tenth page by number': `${list}&page=10`,
    'conversations: overview': '/api/conversations/overview',
    'conversations: queue': '/api/conversations/queue',
    messages: messages,
    'messages: second page': messages + (await cursorOf(messages, 1)),
  };
}

function contactPaths({ channelId }: Shop, filled: number): Paths {
  const list = '/api/contacts?limit=50';
  const phone = encodeURIComponent(phoneOf(blocks - 1, 5));
  const filters = ['newDays:7', 'unanswered', 'buyer', 'lead', 'optedOut', 'withConversation', 'withoutConversation'];
  return {
    contacts: list,
    // Small pages, so that the smallest shop has so many.
    'contacts: page 500': '/api/contacts?limit=4&page=500',
    'contacts: page in the middle': `${list}&page=${Math.ceil((filled * perBlock.contacts) / 2 / 50)}`,
    ...Object.fromEntries(
      [...filters, `channel:${channelId}`, 'tag:VIP', 'tag:VIP,buyer'].map((filter) => [
        `contacts: ${filter.split('_')[0]}`,
        `${list}&filter=${encodeURIComponent(filter)}`,
      ]),
    ),
    'contacts: tags': '/api/contacts/tags',
    'contacts: one': `/api/contacts/${phone}`,
    'contacts: timeline of one': `/owner/contacts/ct_01${String((blocks - 1) * perBlock.contacts + 5).padStart(24, '0')}/timeline?limit=50`,
    'contacts: appointments of one': `/owner/contacts/${phone}/appointments`,
  };
}

function salesPaths({ agentId }: Shop, filled: number): Paths {
  const [leads, orders, appointments] = ['leads', 'orders', 'appointments'].map((name) => `/api/${name}?limit=50`);
  const phone = encodeURIComponent(phoneOf(blocks - 1, 5));
  return {
    leads: `${leads}`,
    'leads: of an agent': `${leads}&aiAgentId=${agentId}`,
    'leads: of a number': `${leads}&phone=${phone}`,
    'leads: of a week': `${leads}&dateFrom=${dayBefore(6)}`,
    orders: `${orders}`,
    'orders: page in the middle': `${orders}&page=${Math.ceil((filled * perBlock.orders) / 2 / 50)}`,
    'orders: completed': `${orders}&status=COMPLETED`,
    'orders: by source': `${orders}&source=DASHBOARD`,
    'orders: of an agent': `${orders}&aiAgentId=${agentId}`,
    'orders: largest first': `${orders}&sort=-total`,
    'orders: of a week': `${orders}&dateFrom=${dayBefore(6)}`,
    'orders: of a number': `/api/orders?limit=5&search=${phone}`,
    'orders: board': '/owner/orders/board',
    'orders: to prepare': '/owner/orders/to-prepare',
    appointments: `${appointments}`,
    'appointments: completed': `${appointments}&status=COMPLETED`,
    'appointments: latest booked': `${appointments}&sort=-createdAt`,
    'appointments: of a week': `${appointments}&dateFrom=${dayBefore(6)}`,
    'appointments: calendar of a week': `/owner/calendar?from=${dayBefore(6)}&days=7`,
    'appointments: free slots': `/api/appointments/free-slots?aiAgentId=${agentId}`,
  };
}

function cardPaths({ pipelineId, stageIds }: Shop, filled: number): Paths {
  const board = `/owner/pipelines/${pipelineId}`;
  const events = `/api/crm/events?pipelineId=${pipelineId}&limit=50`;
  const half = Math.floor((filled * perBlock.cards) / stageIds.length / 2);
  return {
    'pipeline: board': board,
    'pipeline: board of the API': `/api/crm/pipelines/${pipelineId}/board`,
    'pipeline: unread': `${board}?unread=true`,
    'pipeline: of a source': `${board}?source=CONSOLE`,
    'pipeline: cards of a stage': `/api/crm/stages/${stageIds[0]}/cards?limit=50`,
    'pipeline: cards in the middle of a stage': `/owner/pipeline-stages/${stageIds[0]}/cards?limit=50&offset=${half}`,
    'pipeline: cards of a number': `/owner/pipeline-cards?phone=${encodeURIComponent(phoneOf(blocks - 1, 5))}`,
    'pipeline: events': events,
    'pipeline: moves': `${events}&filter=moves`,
  };
}

/** Reports take as long as what they report on is large. */
export const reportPaths = ({ pipelineId, agentId }: Shop): Paths => ({
  'report: pipeline, 30 days': `/api/crm/reports?pipelineId=${pipelineId}`,
  'report: pipeline, three years': `/api/crm/reports?pipelineId=${pipelineId}&from=${dayBefore(3 * 365 + 1)}`,
  'report: orders, a week': `/api/orders/overview?dateFrom=${dayBefore(6)}`,
  'report: orders, all': '/api/orders/overview',
  'report: orders by status': '/api/orders/stats',
  'report: agents': '/api/ai-agents/overview',
  'report: one agent': `/api/ai-agents/${agentId}/metrics`,
});
