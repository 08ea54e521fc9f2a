import type { Mutation } from './mutations.ts';

const media = 'test/areas/cloud/media.test.ts';
const unread = 'test/areas/qr/unread.test.ts';

/** What a customer sends is seen, whether or not it can be read or its file fetched. */
export const arrivalMutations: Mutation[] = [
  {
    guard: 'attachments of one chat are fetched in order',
    file: 'server/areas/channels/media/message-media.store.ts',
    find: 'and earlier.seq < m.seq and earlier.attempts <',
    replace: 'and earlier.seq < m.seq and 0 * earlier.attempts > ',
    suite: media,
    title: 'keeps failing holds up the later ones',
  },
  {
    guard: 'an attachment that fails does not hold up its chat',
    file: 'server/areas/channels/media/message-media.store.ts',
    find: 'const triesInOrder = 3;',
    replace: 'const triesInOrder = 3_000;',
    suite: media,
    title: 'holds up the later ones of its chat for seconds only',
  },
  {
    guard: 'attachments are fetched while sending is paused',
    file: 'server/areas/channels/media/media-fetcher.ts',
    find: '{ sendsNothing: true },',
    replace: '{},',
    suite: media,
    title: 'is fetched while sending is paused',
  },
  {
    guard: 'an attachment that is not there yet is not given up at once',
    file: 'server/areas/channels/media/media-fetcher.ts',
    find: 'const isLost = error instanceof MediaLostError && attempts >= answersUntilLost;',
    replace: 'const isLost = error instanceof Error;',
    suite: media,
    title: 'is asked for a few times',
  },
  {
    guard: 'the phone is asked for an attachment that the provider no longer has',
    file: 'server/areas/qr/client/download-media.ts',
    find: 'await Promise.race([socket.updateMediaMessage(message), rejectAfter(reuploadPatienceMs)]);',
    replace: '',
    suite: 'test/areas/qr/media.test.ts',
    title: 'is requested from the phone',
  },
  {
    guard: 'a message that cannot be read is shown although the connection is closed',
    file: 'server/areas/qr/qr-link.ts',
    find: 'this.#isOpen = false;\n    this.#unread.closed();',
    replace: 'this.#isOpen = false;\n    this.#unread.stop();',
    suite: unread,
    title: 'although the connection has broken',
  },
  {
    guard: 'an unpaired device loses no message that could not be read',
    file: 'server/areas/qr/qr-link.ts',
    find: 'await this.#unread.giveUp();',
    replace: '',
    suite: unread,
    title: 'when the shop logs out',
  },
  {
    guard: 'a backlog is not taken for messages that cannot be read',
    file: 'server/areas/qr/unread-arrivals.ts',
    find: 'this.#lastStoredMs = this.#nowMs();',
    replace: '',
    suite: unread,
    title: 'while a backlog is being stored',
  },
  {
    guard: 'a message keeps the place of its placeholder',
    file: 'server/areas/inbox/receive/after-arrival.ts',
    find: '(isNew ? await shownAfter(work, conversation, row) : shownChanged(conversation, row))',
    replace: '(await shownAfter(work, conversation, row)), ...shownChanged(conversation, row)',
    suite: unread,
    title: 'is replaced at its place',
  },
  {
    guard: 'a rule that uses a file waits for it',
    file: 'server/areas/inbox/takes-event.ts',
    find: 'return (isKind && event.data.mediaPending !== true) || (hasFileNow && arrived.kind === rule.kind);',
    replace: 'return isKind || (hasFileNow && arrived.kind === rule.kind);',
    suite: 'test/areas/inbox/attachments.test.ts',
    title: 'a flow that uses the file',
  },
];
