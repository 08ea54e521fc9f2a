import type { Mutation } from './mutations.ts';

const proxy = 'test/platform/net/proxy.test.ts';
const rescue = 'test/electron/rescue.test.ts';
const network = 'test/areas/qr/network.test.ts';

/** Guards around the computer on which the shop runs: its proxy, certificates, ports, sleep, disk and windows. */
export const computerMutations: Mutation[] = [
  {
    guard: 'a proxy carries connections to fixed hosts only',
    file: 'server/platform/net/outbound-agents.ts',
    find: 'if (this.#proxy !== null && this.#isFixedHost(url)) {',
    replace: 'if (this.#proxy !== null) {',
    suite: proxy,
  },
  {
    guard: 'a fixed host is not any that ends like it',
    file: 'server/areas/cloud/graph-client.ts',
    find: '/(^|\\.)(fbsbx',
    replace: '/(fbsbx',
    suite: 'test/areas/cloud/proxy.test.ts',
  },
  {
    guard: 'an error of TLS is not the vendor’s word',
    file: 'server/areas/qr/client/open-socket.ts',
    find: 'code: fault === null ? (error?.output?.statusCode ?? 0) : 0',
    replace: 'code: error?.output?.statusCode ?? 0',
    suite: network,
  },
  {
    guard: 'the QR client trusts the system’s certificates',
    file: 'server/areas/qr/client/qr-client.ts',
    find: '      trustSystemCertificates();\n',
    replace: '',
    suite: network,
  },
  {
    guard: 'a chosen port is not left',
    file: 'server/app.ts',
    find: '!config.mayMovePort || ',
    replace: '',
    suite: 'test/http/moved-port.test.ts',
    title: 'a port that the owner has chosen',
  },
  {
    guard: 'a page that keeps dying is left dead',
    file: 'electron/window/revive-page.ts',
    find: 'if (delayMs === null) return;',
    replace: '',
    suite: 'test/electron/revive-page.test.ts',
  },
  {
    guard: 'a restore from the safe mode is confirmed',
    file: 'electron/server/rescue.ts',
    find: ' && (await this.#isConfirmed(backup))',
    replace: '',
    suite: rescue,
  },
  {
    guard: 'only a listed backup is restored',
    file: 'electron/server/rescue.ts',
    find: '({ name }) => name === item',
    replace: '() => true',
    suite: rescue,
  },
  {
    guard: 'a restore needs no readable key',
    file: 'electron/server/server-process.ts',
    find: '      if (isRestore) return { secretKey: null, keepsKey: await keeper.isAvailable() };\n',
    replace: '',
    suite: rescue,
  },
  {
    guard: 'the portable program registers its own file',
    file: 'electron/system/start-at-login.ts',
    find: 'env.PORTABLE_EXECUTABLE_FILE || ',
    replace: '',
    suite: 'test/electron/parts.test.ts',
  },
  {
    guard: 'a link does not hide where the data folder is',
    file: 'server/platform/database/risky-place.ts',
    find: 'await realpath(home).catch(() => home)',
    replace: 'home',
    suite: 'test/platform/database/risky-place.test.ts',
    title: 'Today and the doctor',
  },
  {
    guard: 'a restored backup is no absence',
    file: 'server/platform/work/absence.ts',
    find: " || (await readPauseReason(db)) === 'restored'",
    replace: '',
    suite: 'test/platform/work/absence.test.ts',
  },
  {
    guard: 'who wrote meanwhile is counted by when it was written',
    file: 'server/areas/inbox/conversations/count-writers.ts',
    find: "          .where('m.written_at', '<', to)\n",
    replace: '',
    suite: 'test/platform/work/absence.test.ts',
  },
];
