import type { Mutation } from './mutations.ts';

/** Guards of outgoing data: pictures, exports, and commands' requests. */
export const disclosureMutations: Mutation[] = [
  {
    guard: 'the command line sends secrets only to the server of its data folder',
    file: 'server/cli/assert-own-server.ts',
    find: '  if (data && isProof({ nonce, port: Number(new URL(url).port) }, data.proof)) return;',
    replace: '  if (data) return;',
    suite: 'test/cli/prove-server.test.ts',
    title: 'no command hands a secret',
  },
  {
    guard: 'the proof of a server is worth nothing at another port',
    file: 'server/platform/access/server-proof.ts',
    find: "JSON.stringify(['frontdesk server', port, nonce])",
    replace: "JSON.stringify(['frontdesk server', typeof port, nonce])",
    suite: 'test/cli/prove-server.test.ts',
    title: 'no command hands a secret',
  },
  {
    guard: 'no picture of any format says where it was taken',
    file: 'server/platform/files/files.ts',
    find: 'if (await blankMetadata(temp, { contentType, field })) Object.assign(written, await hashAndSync(temp));',
    replace: '',
    suite: 'test/platform/files/metadata.test.ts',
    title: 'is stored without place',
  },
  {
    guard: 'no secret of a flow or an address is exported',
    file: 'server/platform/backup/export.worker.ts',
    find: 'JSON.stringify(clean(row as Record<string, unknown>))',
    replace: 'JSON.stringify(row)',
    suite: 'test/areas/owner/export.test.ts',
    title: 'no secret is in an export',
  },
];
