/** The URL scheme that the operating system opens with Frontdesk. */
export const deepLinkScheme = 'frontdesk';

/** Targets of links in the console. Any web page can contain such a link, so it only ever shows a screen. */
const targets: { pattern: RegExp; path: (match: RegExpExecArray) => string }[] = [
  { pattern: /^open$/, path: () => '/' },
  { pattern: /^(channels|inbox|settings)$/, path: ([, screen]) => `/${screen}` },
  { pattern: /^conversation\/(conv_[0-9a-z]{26})$/, path: ([, id]) => conversationPath(id as string) },
];

export const conversationPath = (id: string): string => `/inbox/${id}`;

/** Returns the console path of a `frontdesk://…` link; null when it is not one of ours. */
export function readDeepLink(text: string): string | null {
  if (!text.startsWith(`${deepLinkScheme}://`)) return null;
  const rest = text.slice(`${deepLinkScheme}://`.length).replace(/\/$/, '');
  for (const { pattern, path } of targets) {
    const match = pattern.exec(rest);
    if (match) return path(match);
  }
  return null;
}

/** Returns the link in the command-line arguments, where Windows and Linux pass it. */
export function findDeepLink(words: readonly string[]): string | null {
  const link = words.find((word) => word.startsWith(`${deepLinkScheme}://`));
  return link === undefined ? null : readDeepLink(link);
}
