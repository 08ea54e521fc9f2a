import type { Mutation } from './mutations.ts';

/** A row is found by its id in whatever workspace. */
const withoutWorkspace = (guard: string, file: string, find: string): Mutation => ({
  guard: `${guard} of another workspace`,
  file,
  find,
  replace: find.replace(/\s*\.where\('(?:\w\.)?workspace_id', '=', workspaceId\)/, ''),
  suite: 'test/http/isolation.test.ts',
  title: 'what is in another workspace is answered byte for byte',
});

const isolation: Mutation[] = [
  withoutWorkspace(
    'an order',
    'server/areas/orders/store.ts',
    "    .selectFrom('orders')\n    .selectAll()\n    .where('workspace_id', '=', workspaceId)\n    .where('id', '=', id)",
  ),
  withoutWorkspace(
    'a lead',
    'server/areas/leads/store.ts',
    "    .selectFrom('leads')\n    .selectAll()\n    .where('workspace_id', '=', workspaceId)\n    .where('id', '=', id)",
  ),
  withoutWorkspace(
    'an appointment',
    'server/areas/appointments/store.ts',
    "    .selectFrom('appointments')\n    .selectAll()\n    .where('workspace_id', '=', workspaceId)\n    .where('id', '=', id)",
  ),
  withoutWorkspace(
    'a conversation',
    'server/areas/inbox/store.ts',
    "selectConversations(db).where('v.workspace_id', '=', workspaceId).where('v.id', '=', id)",
  ),
  withoutWorkspace(
    'a quick reply',
    'server/areas/library/store.ts',
    "    .selectFrom('quick_replies')\n    .selectAll()\n    .where('workspace_id', '=', workspaceId)\n    .where('id', '=', id)",
  ),
  withoutWorkspace(
    'a campaign',
    'server/areas/campaigns/store.ts',
    "db.selectFrom('campaigns').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)",
  ),
  withoutWorkspace(
    'a knowledge source',
    'server/areas/knowledge/sources.store.ts',
    "const query = db.selectFrom('knowledge_sources').selectAll().where('workspace_id', '=', workspaceId)",
  ),
  withoutWorkspace(
    'a flow',
    'server/areas/flows/store.ts',
    "db.selectFrom('flows').selectAll().where('workspace_id', '=', workspaceId)",
  ),
];

/** Nobody comes in who may not, and nobody reaches what is another's. */
export const accessMutations: Mutation[] = [
  ...isolation,
  {
    guard: 'the scope of a key',
    file: 'server/http/auth.ts',
    find: "if (principal.scopes.has(scope) || principal.scopes.has('all')) return;",
    replace: "if (principal.scopes.has(scope) || principal.scopes.has('all') || scope.endsWith('.write')) return;",
    suite: 'test/contract-requests.test.ts',
    title: 'refuses every operation to a key that lacks its scope',
  },
  {
    guard: 'what is the owner’s takes no key',
    file: 'server/http/auth.ts',
    find: 'if (principal.isOwner) return;',
    replace: "if (principal.scopes.has('all')) return;",
    suite: 'test/http/access.test.ts',
    title: 'of the owner is shut to a key with all scopes',
  },
  {
    guard: 'a revoked key',
    file: 'server/http/auth.ts',
    find: 'row.revoked_at !== null ||',
    replace: '',
    suite: 'test/http/access.test.ts',
    title: 'is shut to a key that was revoked or is over',
  },
  {
    guard: 'an expired key',
    file: 'server/http/auth.ts',
    find: '|| (row.expires_at !== null && row.expires_at <= now.toISOString())',
    replace: '',
    suite: 'test/http/access.test.ts',
    title: 'is shut to a key that was revoked or is over',
  },
  {
    guard: 'an ended session',
    file: 'server/http/auth.ts',
    find: '!row || row.expires_at <= now.toISOString()',
    // Reads stay shut: an event stream that is opened would never end.
    replace: "!row || (row.expires_at <= now.toISOString() && request.method === 'GET')",
    suite: 'test/http/access.test.ts',
    title: 'is shut to a session that was ended, is over, or never was',
  },
  {
    guard: 'the session’s cookie belongs to our own pages',
    file: 'server/http/auth.ts',
    find: "if (site !== undefined && site !== 'same-origin') throw new Problem('cross_origin');",
    // Reads stay shut: an event stream that is opened would never end.
    replace:
      "if (site !== undefined && site !== 'same-origin' && request.method === 'GET') throw new Problem('cross_origin');",
    suite: 'test/http/access.test.ts',
    title: 'is shut to the session’s cookie',
  },
  {
    guard: 'the cookie alone opens nothing',
    file: 'server/http/auth.ts',
    find: 'if (!byCookieAlone && !isOwnPage(platform, request, row)) throw signInAgain();',
    // Reads stay shut: an event stream that is opened would never end.
    replace:
      "if (request.method === 'GET' && !byCookieAlone && !isOwnPage(platform, request, row)) throw signInAgain();",
    suite: 'test/areas/owner/session.test.ts',
    title: 'a server of another port that got the cookie',
  },
  {
    guard: 'sessions of this machine stay on it',
    file: 'server/http/auth.ts',
    find: 'if (isLanRequest(request) && row.is_lan === 0) throw signInAgain();',
    replace: '',
    suite: 'test/areas/owner/lan.test.ts',
    title: 'other machines are let in by the passphrase alone',
  },
  {
    guard: 'a search reads the words of one workspace',
    file: 'server/platform/text-index.ts',
    find: 'words.map((word) => owner + word)',
    replace: 'words.filter(() => owner)',
    suite: 'test/areas/inbox/search.test.ts',
    title: 'finds what it found before',
  },
  {
    guard: 'keys are kept as hashes',
    file: 'server/platform/api-keys.ts',
    find: "createHash('sha256').update(key).digest('hex')",
    replace: "(createHash('sha256') ? key : '')",
    suite: 'test/http/access.test.ts',
    title: 'the database knows the hashes of keys',
  },
  {
    guard: 'the Host that is named',
    file: 'server/http/guards.ts',
    find: '(!isIP(name) && !names.has(name))',
    replace: "name === ''",
    suite: 'test/http/access.test.ts',
    title: 'the host that is named',
  },
  {
    guard: 'the Origin of a page',
    file: 'server/http/guards.ts',
    find: '(origin !== undefined && originHost(origin) !== host) ||',
    replace: '',
    suite: 'test/http/access.test.ts',
    title: 'the site that asks',
  },
  {
    guard: 'a fetch across sites',
    file: 'server/http/guards.ts',
    find: "const isForeign = site === 'cross-site' &&",
    replace: "const isForeign = site === 'unknown' &&",
    suite: 'test/http/access.test.ts',
    title: 'the site that asks',
  },
  {
    guard: 'fields that nobody asked for (mass assignment)',
    file: 'server/areas/library/schemas.ts',
    find: 'QuickReplyDraft = z.strictObject({',
    replace: 'QuickReplyDraft = z.looseObject({',
    suite: 'test/http/access.test.ts',
    title: 'no body, and nothing inside one, takes a field',
  },
  {
    guard: 'fields that nobody asked for, deep in a body',
    file: 'server/areas/orders/schemas.ts',
    find: 'const ItemDraft = z.strictObject({',
    replace: 'const ItemDraft = z.object({',
    suite: 'test/http/access.test.ts',
    title: 'no body, and nothing inside one, takes a field',
  },
  {
    guard: 'keys that reach a prototype',
    file: 'server/http/json-body.ts',
    find: "if (Object.hasOwn(item, '__proto__'))",
    replace: "if (Object.hasOwn(item, '__proto___'))",
    suite: 'test/http/requests.test.ts',
    title: 'may not touch a prototype',
  },
  {
    guard: 'the rate limit',
    file: 'server/http/rate-limit.ts',
    find: 'if (waitSeconds > 0) {',
    replace: 'if (waitSeconds > 3_600) {',
    suite: 'test/http/auth.test.ts',
    title: 'the rate limit',
  },
  {
    guard: 'guessing of keys',
    file: 'server/http/auth.ts',
    find: "guesses(platform)?.take(request.socket.remoteAddress ?? '', request.res as Response);",
    replace: 'void [guesses, platform, request, {} as Response];',
    suite: 'test/http/auth.test.ts',
    title: 'whoever tries bad keys is told to wait',
  },
  {
    guard: 'the signature of a link to a file',
    file: 'server/platform/media-links.ts',
    find: "if (rest !== undefined || !platform.secrets.verify('media',",
    replace: `const verify = (...texts: string[]): boolean => texts.length > 0;
  if (rest !== undefined || !verify('media',`,
    suite: 'test/platform/files.test.ts',
    title: 'answers 404 for a link that is forged',
  },
  {
    guard: 'the end of a link to a file',
    file: 'server/platform/media-links.ts',
    find: 'return Number.parseInt(expiry, base36) > nowSeconds(platform) ? fileId : null;',
    replace: 'return fileId;',
    suite: 'test/platform/files.test.ts',
    title: 'answers 404 for a link that is forged',
  },
  {
    guard: 'the signature of the platform’s webhooks',
    file: 'server/areas/cloud/webhook-route.ts',
    find: "if (!isSigned(bytes, request.headers['x-hub-signature-256'], account.appSecret)) {",
    replace: "if (typeof request.headers['x-hub-signature-256'] !== 'string') {",
    suite: 'test/areas/cloud/webhooks.test.ts',
  },
  {
    guard: 'no key of a folder without data',
    file: 'server/cli/command.ts',
    find: '  assertHasData(call);',
    replace: '',
    suite: 'test/cli.test.ts',
    title: 'makes nothing where there are no data',
  },
];
