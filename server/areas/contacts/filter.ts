/** Filter of a list or an export of contacts; all given terms must hold. */
export interface ContactFilter {
  tags: string[];
  channelIds: string[];
  withConversation: boolean;
  withoutConversation: boolean;
  optedOut: boolean;
  /** A message of theirs has no answer yet. */
  unanswered: boolean;
  /** They have an order that is not cancelled. */
  buyer: boolean;
  lead: boolean;
  /** Created in the last so many days; null: ever. */
  newDays: number | null;
}

const flags = ['withConversation', 'withoutConversation', 'optedOut', 'unanswered', 'buyer', 'lead'] as const;
const isFlag = (term: string): term is (typeof flags)[number] => (flags as readonly string[]).includes(term);

/** Parses `tag:VIP,withConversation`; returns the first unknown term as `unknown`. */
export function parseFilter(text: string): ContactFilter | { unknown: string } {
  const filter: ContactFilter = {
    tags: [],
    channelIds: [],
    withConversation: false,
    withoutConversation: false,
    optedOut: false,
    unanswered: false,
    buyer: false,
    lead: false,
    newDays: null,
  };
  for (const part of text.split(',')) {
    const term = part.trim();
    const [key, value] = splitOnce(term, ':');
    if (term === '') continue;
    if (key === 'tag' && value !== '') filter.tags.push(value);
    else if (key === 'channel' && value !== '') filter.channelIds.push(value);
    else if (key === 'newDays' && /^[1-9]\d{0,2}$/.test(value)) filter.newDays = Number(value);
    else if (isFlag(term)) filter[term] = true;
    else return { unknown: term };
  }
  return filter;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1).trim()];
}
