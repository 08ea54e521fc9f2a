import type { Mutation } from './mutations.ts';

const kept = 'test/console-kept.test.ts';

/** Guards of the words that a browser keeps for a person. */
export const keptWordsMutations: Mutation[] = [
  {
    guard: 'words are their person’s alone',
    file: 'renderer/kept/places.ts',
    find: `\`\${userId}.\${workspaceId}.\${place}\``,
    replace: `\`.\${workspaceId}.\${place}\``,
    suite: kept,
    title: 'under the name of its person and shop alone',
  },
  {
    guard: 'words go with their conversation or customer',
    file: 'renderer/kept/places.ts',
    find: 'place.some((part) => ids.includes(part))',
    replace: 'ids.includes(place[0] ?? "")',
    suite: kept,
    title: 'erasing a conversation or customer',
  },
  {
    guard: 'words are kept for a fortnight',
    file: 'renderer/kept/device.ts',
    find: 'isEntry && Date.now() - (parsed.at as number) < keptMs',
    replace: 'isEntry',
    suite: kept,
    title: 'nothing is kept for more than a fortnight',
  },
  {
    guard: 'words that storage refuses are in memory',
    file: 'renderer/kept/device.ts',
    find: 'else memory.set(name, text);',
    replace: '',
    suite: kept,
    title: 'what storage does not take is kept in memory',
  },
  {
    guard: 'words leave room in storage',
    file: 'renderer/kept/device.ts',
    find: 'if (characters > mostCharacters) return false;',
    replace: '',
    suite: kept,
    title: 'entries leave room',
  },
  {
    guard: 'a kept message may name an expired link',
    file: 'server/platform/files/media-links.ts',
    find: '(readToken(platform, token)?.fileId ?? null)',
    replace: '(readToken(platform, token)?.isExpired === false ? readToken(platform, token)?.fileId : null) ?? null',
    suite: 'test/areas/inbox/media.test.ts',
    title: 'accepts its link in a message after it has expired',
  },
];
