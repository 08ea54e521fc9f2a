import type { FieldError } from '../../../platform/problem.ts';
import {
  type ChannelRow,
  carriesFile,
  carriesPlace,
  findTooLong,
  type MessageType,
  messageLimits,
} from '../../channels/index.ts';
import type { MessageDraft } from '../message-draft.schemas.ts';

/** Faults of a text that the vendor of the channel would refuse for its length, or would not show. */
export function findTooLongIn(
  provider: ChannelRow['provider'],
  type: MessageType,
  { content, request }: Pick<Partial<MessageDraft>, 'content' | 'request'>,
): FieldError[] {
  if (content === undefined) return [];
  const limits = messageLimits[provider];
  const field = 'body.content';
  if (carriesPlace(type)) return findTooLong(field, 'The name of the place', placeNameOf(content), limits.placeName);
  if (type === 'AUDIO') return findTooLong(field, 'The text of an AUDIO', content, 0);
  if (carriesFile(type)) return findTooLong(field, 'The caption', content, limits.caption);
  return findTooLong(field, 'The text', content, request ? limits.request : limits.text);
}

/** The name in `geo:LAT,LON?q=NAME`. */
const placeNameOf = (geo: string): string => new URLSearchParams(geo.slice(geo.indexOf('?') + 1)).get('q') ?? '';
