/** The scheme that the operating system hands to Frontdesk. */
export const deepLinkScheme = 'frontdesk';

/** Where in the console a link leads. Anyone can make one, on any web page: it only ever shows a screen. */
const targets: { pattern: RegExp; path: (match: RegExpExecArray) => string }[] = [
  { pattern: /^open$/, path: () => '/' },
  { pattern: /^(channels|inbox|settings)$/, path: ([, screen]) => `/${screen}` },
  { pattern: /^conversation\/(conv_[0-9a-z]{26})$/, path: ([, id]) => conversationPath(id as string) },
];

export const conversationPath = (id: string): string => `/inbox/${id}`;

/** The console's path of `frontdesk://…`; null when it is no link of ours. */
export function readDeepLink(text: string): string | null {
  if (!text.startsWith(`${deepLinkScheme}://`)) return null;
  const rest = text.slice(`${deepLinkScheme}://`.length).replace(/\/$/, '');
  for (const { pattern, path } of targets) {
    const match = pattern.exec(rest);
    if (match) return path(match);
  }
  return null;
}

/** The link among the arguments of a start, where Windows and Linux put it. */
export function findDeepLink(words: readonly string[]): string | null {
  const link = words.find((word) => word.startsWith(`${deepLinkScheme}://`));
  return link === undefined ? null : readDeepLink(link);
}
