import { extractMessageContent, type proto } from 'baileys';
import type { Enclosed } from '../../channels/index.ts';

type Kind = keyof proto.IMessage;
type Mark = NonNullable<Enclosed['marks']>[number];

/** Kinds that contain another message, and what they say of it. */
const wrappers: { [Wrapper in Kind]?: Mark | null } = {
  ephemeralMessage: 'ephemeral',
  viewOnceMessage: 'viewOnce',
  viewOnceMessageV2: 'viewOnce',
  viewOnceMessageV2Extension: 'viewOnce',
  lottieStickerMessage: 'sticker',
  documentWithCaptionMessage: null,
  deviceSentMessage: null,
  editedMessage: null,
  associatedChildMessage: null,
  groupMentionedMessage: null,
  botInvokeMessage: null,
  botForwardedMessage: null,
  commentMessage: null,
  questionMessage: null,
  questionReplyMessage: null,
  limitSharingMessage: null,
  pollCreationMessageV4: null,
  pollCreationOptionImageMessage: null,
  eventCoverImage: null,
};

const deepest = 10;

/** Returns the message within its wrappers, and how it was sent. */
export function unwrap(message: proto.IMessage): { content: proto.IMessage; marks: Mark[] } {
  let content = message;
  const marks = new Set<Mark>();
  for (let depth = 0; depth < deepest; depth += 1) {
    const wrapper = (Object.keys(wrappers) as Kind[]).find((kind) => innerOf(content, kind));
    if (!wrapper) break;
    content = innerOf(content, wrapper) as proto.IMessage;
    const mark = wrappers[wrapper];
    if (mark) marks.add(mark);
  }
  const isTemplate = content.buttonsMessage || content.templateMessage;
  return { content: (isTemplate && extractMessageContent(content)) || content, marks: [...marks] };
}

const innerOf = (content: proto.IMessage, kind: Kind): proto.IMessage | null | undefined =>
  (content[kind] as proto.Message.IFutureProofMessage | null | undefined)?.message;
