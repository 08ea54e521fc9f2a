import type { EventRecord } from '../../platform/work/events.ts';
import { messageReceived, messageSent, messageStatus } from './events.ts';

/** Reads of a message's file in the JSON of a rule, such as `{{data.mediaUrl}}` or `event.media_fileName`. */
const usesFile = /\b(?:data|event)\.media(?!Pending)/;

/**
 * Returns true if a rule for one kind of event takes this event; `text` is the rule as JSON. A rule that uses the file of
 * a message takes the message only after its file has been fetched or is lost.
 */
export function takesEvent(event: EventRecord, rule: { kind: string; text: string }): boolean {
  const isKind = event.type === rule.kind;
  if (!event.type.startsWith('message.') || !usesFile.test(rule.text)) return isKind;
  const hasFileNow = messageStatus.is(event) && event.previous?.mediaPending === true;
  const arrived = event.data.direction === 'INBOUND' ? messageReceived : messageSent;
  return (isKind && event.data.mediaPending !== true) || (hasFileNow && arrived.kind === rule.kind);
}
