import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
  jidDecode,
} from 'baileys';
import type { ChatServer } from './chat-server.ts';

/** Queries to which the double returns an empty result, since no test needs the real one. */
const silentlyAnswered = [
  'abt',
  'blocklist',
  'md',
  'passive',
  'privacy',
  'status',
  'tctoken',
  'urn:xmpp:ping',
  'urn:xmpp:whatsapp:dirty',
  'w',
  'w:mex',
  'w:p',
  'w:profile:picture',
  'w:stats',
  'w:sync:app:state',
];

/** The content of the response to a client's query; null for a query that a real server would reject. */
export function answerQuery(server: ChatServer, node: BinaryNode): BinaryNode[] | null {
  const { xmlns = '', type } = node.attrs;
  if (xmlns === 'encrypt') return answerKeys(server, node);
  if (xmlns === 'usync') return answerUsers(server, node);
  if (xmlns === 'w:m') {
    const host = { tag: 'host', attrs: { hostname: server.media.host } };
    return [{ tag: 'media_conn', attrs: { auth: 'upload-token', ttl: '3600' }, content: [host] }];
  }
  if (xmlns === 'privacy' && type === 'get') {
    const category = { tag: 'category', attrs: { name: 'readreceipts', value: 'all' } };
    return [{ tag: 'privacy', attrs: {}, content: [category] }];
  }
  if (xmlns === 'fb:thrift_iq') return answerCart(server, node);
  if (silentlyAnswered.includes(xmlns)) return [];
  server.faults.push(`unknown query ${xmlns}`);
  return null;
}

/** The client publishes its keys, counts them, or requests those of others. */
function answerKeys(server: ChatServer, node: BinaryNode): BinaryNode[] | null {
  const [asked] = getAllBinaryNodeChildren(node);
  if (asked?.tag === 'count') {
    return [{ tag: 'count', attrs: { value: String(server.bundle?.oneTimeKeys.length ?? 0) } }];
  }
  if (asked?.tag === 'digest') return [{ tag: 'digest', attrs: {} }];
  if (asked?.tag === 'rotate') return [];
  if (node.attrs.type === 'get' && asked?.tag === 'key') {
    const bundles = getBinaryNodeChildren(asked, 'user').flatMap(({ attrs: { jid = '' } }) => {
      return server.who(jidDecode(jid)?.user ?? '')?.bundle(jid) ?? [];
    });
    return [{ tag: 'list', attrs: {}, content: bundles }];
  }
  const identity = getBinaryNodeChildBuffer(node, 'identity');
  const registrationId = getBinaryNodeChildUInt(node, 'registration', 4);
  const signedKey = getBinaryNodeChild(node, 'skey');
  const fresh = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'key');
  if (!identity || registrationId === undefined || !signedKey || fresh.length === 0) {
    server.faults.push('keys without an identity');
    return null;
  }
  const oneTimeKeys = [...(server.bundle?.oneTimeKeys ?? []), ...fresh];
  server.bundle = { identity, registrationId, signedKey, oneTimeKeys };
  return [];
}

/** Returns who is on the app, with which devices, under which linked id. */
function answerUsers(server: ChatServer, node: BinaryNode): BinaryNode[] {
  const query = getBinaryNodeChild(node, 'usync');
  const wanted = getAllBinaryNodeChildren(getBinaryNodeChild(query, 'query') as BinaryNode).map(({ tag }) => tag);
  const users = getBinaryNodeChildren(getBinaryNodeChild(query, 'list'), 'user').map((user) => {
    const dialled = getBinaryNodeChildBuffer(user, 'contact')?.toString().replace('+', '');
    const { jid } = user.attrs;
    const phone = server.who(dialled || (jidDecode(jid)?.user ?? ''));
    const isOwn = phone === server.phone;
    const content: BinaryNode[] = [];
    if (wanted.includes('contact')) content.push({ tag: 'contact', attrs: { type: phone ? 'in' : 'out' } });
    if (phone && wanted.includes('devices')) {
      const devices = [{ tag: 'device', attrs: { id: '0' } }];
      if (isOwn) devices.push({ tag: 'device', attrs: { id: '1', 'key-index': '1' } } as never);
      content.push({ tag: 'devices', attrs: {}, content: [{ tag: 'device-list', attrs: {}, content: devices }] });
    }
    // The library fetches no keys for a person without a linked id.
    if (phone && wanted.includes('lid') && !jid?.endsWith('@lid')) {
      content.push({ tag: 'lid', attrs: { val: phone.lidJid } });
    }
    return { tag: 'user', attrs: { jid: jid ?? `${dialled}@s.whatsapp.net` }, content };
  });
  return [{ tag: 'usync', attrs: {}, content: [{ tag: 'list', attrs: {}, content: users }] }];
}

/** Returns the items of a customer's cart; none of an unknown one. */
function answerCart(server: ChatServer, node: BinaryNode): BinaryNode[] {
  const items = server.carts.get(getBinaryNodeChild(node, 'order')?.attrs.id ?? '') ?? [];
  const products = items.map((item) => ({
    tag: 'product',
    attrs: {},
    content: Object.entries(item).map(([tag, content]) => ({ tag, attrs: {}, content: Buffer.from(content) })),
  }));
  return [{ tag: 'order', attrs: { creation_ts: '1' }, content: products }];
}
