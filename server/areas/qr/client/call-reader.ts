import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild, isLidUser, isPnUser } from 'baileys';
import type { ReceivedEvent } from '../protocol.ts';
import { readPerson } from './read-message.ts';
import { toNoticeEvent, toStanzaTime } from './read-stanza.ts';

const mostCalls = 100;

type Call = Extract<ReceivedEvent, { kind: 'message' }>;

/**
 * Reads customers' calls. A call is shown when it begins: it cannot be answered here, and its end may come while the
 * client is off. The owner's answer on the phone is an answer of the shop.
 */
export class CallReader {
  readonly #phoneOf: (lid: string) => string | null;
  readonly #ringing = new Map<string, Call>();

  constructor(phoneOf: (lid: string) => string | null) {
    this.#phoneOf = phoneOf;
  }

  read(node: BinaryNode): ReceivedEvent | null {
    const [info] = getAllBinaryNodeChildren(node);
    const { from, t, notify } = node.attrs;
    const id = info?.attrs['call-id'];
    if (!info || !id || !from || (!isPnUser(from) && !isLidUser(from))) return null;
    if (info.tag === 'offer' || info.tag === 'offer_notice') {
      if (info.attrs.type === 'group' || info.attrs['group-jid']) return null;
      const caller = readPerson(from, info.attrs.caller_pn ?? node.attrs.sender_pn, this.#phoneOf, notify);
      const call = toNoticeEvent(id, caller, getBinaryNodeChild(info, 'video') ? 'videoCall' : 'call', toStanzaTime(t));
      this.#remember(id, call);
      return call;
    }
    const isAnswered = info.tag === 'accept' || info.attrs.reason === 'accepted_elsewhere';
    const call = isAnswered ? this.#ringing.get(id) : undefined;
    return call ? answerTo(call, toStanzaTime(t)) : null;
  }

  #remember(id: string, call: Call): void {
    this.#ringing.set(id, call);
    const [oldest] = this.#ringing.keys();
    if (this.#ringing.size > mostCalls && oldest !== undefined) this.#ringing.delete(oldest);
  }
}

function answerTo({ kind: _, from: to, card: _card, ...call }: Call, at: string): ReceivedEvent {
  const id = `${call.providerMessageId}:answered`;
  return { ...call, kind: 'echo', to, providerEventId: id, providerMessageId: id, at };
}
