import { proto, type WAMessage } from 'baileys';

/** The message as a later download needs it, without the thumbnail. */
export function toMediaRef(message: WAMessage, content: proto.IMessage): string {
  const kept = proto.Message.fromObject(content);
  for (const part of Object.values(kept) as ({ jpegThumbnail?: unknown } | null)[]) {
    if (part?.jpegThumbnail) part.jpegThumbnail = undefined;
  }
  const info = proto.WebMessageInfo.fromObject({ key: message.key, message: kept });
  return Buffer.from(proto.WebMessageInfo.encode(info).finish()).toString('base64');
}

export function readMediaRef(ref: string): WAMessage {
  return proto.WebMessageInfo.decode(Buffer.from(ref, 'base64')) as WAMessage;
}
