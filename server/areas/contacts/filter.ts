/** Filter of a list or an export of contacts; all given terms must hold. */
export interface ContactFilter {
  tags: string[];
  channelIds: string[];
  withConversation: boolean;
  withoutConversation: boolean;
  optedOut: boolean;
}

/** Parses `tag:VIP,withConversation`; returns the first unknown term as `unknown`. */
export function parseFilter(text: string): ContactFilter | { unknown: string } {
  const filter: ContactFilter = {
    tags: [],
    channelIds: [],
    withConversation: false,
    withoutConversation: false,
    optedOut: false,
  };
  for (const part of text.split(',')) {
    const term = part.trim();
    const [key, value] = splitOnce(term, ':');
    if (term === '') continue;
    if (key === 'tag' && value !== '') filter.tags.push(value);
    else if (key === 'channel' && value !== '') filter.channelIds.push(value);
    else if (term === 'withConversation' || term === 'withoutConversation' || term === 'optedOut') filter[term] = true;
    else return { unknown: term };
  }
  return filter;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1).trim()];
}
