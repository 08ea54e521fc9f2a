import type { Mutation } from './mutations.ts';

/** Guards against kills, clock jumps, timing attacks and stale caches. */
export const crashMutations: Mutation[] = [
  {
    guard: 'a thread that loads an add-on is not terminated',
    file: 'server/platform/running/addon-lock.ts',
    find: 'for (let holder = take(lock); holder !== free; holder = take(lock)) await Atomics.waitAsync(lock, 0, holder).value;',
    replace: '',
    suite: 'test/platform/workers.test.ts',
    title: 'a thread that loads an add-on',
  },
  {
    guard: 'work is recorded on disk before it starts',
    file: 'server/platform/running/running-board.ts',
    find: 'if (isOnFile) this.#store(start, isNew ? slotBytes : 8);',
    replace: 'if (isOnFile && !isNew) this.#store(start, 8);',
    suite: 'test/reliability/watchdog.test.ts',
    title: 'a received message that kills the server',
  },
  {
    guard: 'a server that hangs is killed',
    file: 'server/platform/running/watchdog.worker.ts',
    find: 'while (stalled < looks && heldLooks < mostLooks) {',
    replace: 'for (;;) {',
    suite: 'test/reliability/watchdog.test.ts',
    title: 'a flow run that hangs the server',
  },
  {
    guard: 'an uncaught error counts against its origin',
    file: 'server/main.ts',
    find: 'if (!this.#isEnding) this.#app?.platform.running.noteDeath();',
    replace: '',
    suite: 'test/reliability/watchdog.test.ts',
    title: 'a job whose error escapes',
  },
  {
    guard: 'a clean end does not count as a death',
    file: 'server/platform/running/running-board.ts',
    find: 'if (!stays) rmSync(this.file, { force: true });',
    replace: '',
    suite: 'test/reliability/watchdog.test.ts',
    title: 'clean ends',
  },
  {
    guard: 'ticks missed during sleep are caught up once',
    file: 'server/platform/work/scheduler.ts',
    find: 'if (latestMoment(cron, timezone, from, nowMs) !== null) await this.#markRun(name, now, true);',
    replace: `for (let at = from; at < nowMs; at += minuteMs) {
        const moment = latestMoment(cron, timezone, at, Math.min(at + minuteMs, nowMs));
        if (moment !== null) await this.#markRun(name, new Date(moment), true);
      }`,
    suite: 'test/reliability/clock.test.ts',
    title: 'a clock that jumps',
  },
  {
    guard: 'waits started while the clock was ahead restart when it is corrected',
    file: 'server/platform/work/clock-watch.ts',
    find: "this.#platform.log.warn('the clock was set back');",
    replace: 'return;',
    suite: 'test/platform/work/clock-watch.test.ts',
    title: 'set back while it runs',
  },
  {
    guard: 'a job scheduled for a date keeps it when the clock is set back',
    file: 'server/platform/work/clock-watch.ts',
    find: ' and (attempts > 0 or updated_at <> created_at or run_at = created_at)',
    replace: '',
    suite: 'test/platform/work/clock-watch.test.ts',
    title: 'a retried job waits no longer',
  },
  {
    guard: 'no step of a message is earlier than the one before it',
    file: 'server/areas/inbox/receive/receive-event.ts',
    find: '(reportedAt < earliest ? earliest : reportedAt)',
    replace: '(earliest ? reportedAt : reportedAt)',
    suite: 'test/areas/inbox/status-times.test.ts',
  },
  {
    guard: 'temporary files are cleared before an attachment can be fetched into them',
    file: 'server/platform/platform.ts',
    find: 'await platform.files.clearTemporary();',
    replace: 'setTimeout(() => platform.files.clearTemporary(), 20);',
    suite: 'test/areas/channels/restart.test.ts',
    title: 'an attachment that waits',
  },
  {
    guard: 'the client of a QR channel ends with its server',
    file: 'server/areas/qr/client/run-client.ts',
    find: 'pipe.onGone(() => child.exit(0));',
    replace: '',
    suite: 'test/reliability/qr-crash.test.ts',
    title: 'killed right after the pairing',
  },
  {
    guard: 'a channel is released even if its client is stuck',
    file: 'server/areas/qr/qr-link.ts',
    find: `this.#endWaiting();
    await this.#letGo();
    await this.#inTurn`,
    replace: `this.#endWaiting();
    await this.#inTurn`,
    suite: 'test/areas/qr/closes.test.ts',
    title: 'that is stuck',
  },
  {
    guard: 'a request to the QR client that fails without an error gets a response',
    file: 'server/areas/qr/ipc.ts',
    find: 'error instanceof Error ? error.message : String(error)',
    replace: '(error as Error).message',
    suite: 'test/areas/qr/ipc.test.ts',
  },
  {
    guard: 'a message confirmed to the vendor but not stored is shown as missing',
    file: 'server/areas/qr/qr-link.ts',
    find: 'if (this.#unsettled.length > 0) this.#gap.by(now + redeliveryMs);',
    replace: '',
    suite: 'test/reliability/qr-crash.test.ts',
    title: 'a message whose arrival was confirmed',
  },
  {
    guard: 'a recipient whose message was interrupted is not reported as sent',
    file: 'server/areas/campaigns/sending/settle-recipient.ts',
    find: "updateRecipient(work, recipient.id, { ...known, status: 'UNKNOWN', error });",
    replace: "updateRecipient(work, recipient.id, { ...known, status: 'SENT', error });",
    suite: 'test/reliability/campaigns.test.ts',
    env: { KILL_CYCLES: '3' },
  },
  {
    guard: 'a message that a flow certainly did not send is sent again',
    file: 'server/areas/flows/runs/advance-run.ts',
    find: "const retryableCodes = new Set(['not_sent', ",
    replace: 'const retryableCodes = new Set([',
    suite: 'test/reliability/flows.test.ts',
    env: { KILL_CYCLES: '3' },
  },
  {
    guard: 'an interrupted flow run continues',
    file: 'server/areas/flows/runs/engine.ts',
    find: 'for (const { id } of await runsWithEffect(this.#platform.database.read)) this.#poked.add(id);',
    replace: 'await runsWithEffect(this.#platform.database.read);',
    suite: 'test/reliability/flows.test.ts',
    env: { KILL_CYCLES: '3' },
  },
  {
    guard: 'a repeated call of a flow has the same key',
    file: 'server/areas/flows/runs/engine.ts',
    find: 'callHttp(this.#platform, pending, pending.key)',
    replace: 'callHttp(this.#platform, pending, pending.key + performance.now())',
    suite: 'test/reliability/flows.test.ts',
    env: { KILL_CYCLES: '3' },
  },
  {
    guard: 'a reply that certainly was not sent is sent again',
    file: 'server/areas/replies/turns/receive-turns.ts',
    find: "const retryableCodes = new Set(['not_sent', ",
    replace: 'const retryableCodes = new Set([',
    suite: 'test/reliability/replies.test.ts',
    env: { KILL_CYCLES: '1' },
  },
  {
    guard: 'a turn interrupted by a crash is resumed',
    file: 'server/areas/replies/turns/turns.store.ts',
    find: "where('state', '=', 'RUNNING').execute();",
    replace: "where('state', '=', 'RUNNING').where('id', '=', '').execute();",
    suite: 'test/reliability/replies.test.ts',
    env: { KILL_CYCLES: '1' },
  },
  {
    guard: 'a sync interrupted by a crash is resumed',
    file: 'server/areas/integrations/sync/jobs.store.ts',
    find: "    .where('status', '=', 'RUNNING')\n    .where('finished_at', 'is', null)",
    replace: "    .where('status', '=', 'RUNNING')\n    .where('id', '=', '')",
    suite: 'test/reliability/integrations.test.ts',
    env: { KILL_CYCLES: '2' },
  },
  {
    guard: 'a repeated call of an integration has the same key',
    file: 'server/areas/integrations/connectors/http.ts',
    find: "'idempotency-key': jobId,",
    replace: "'idempotency-key': jobId + performance.now(),",
    suite: 'test/reliability/integrations.test.ts',
    env: { KILL_CYCLES: '2' },
  },
  {
    guard: 'response times do not reveal a key’s prefix',
    file: 'server/platform/access/api-keys.ts',
    find: "export const hashKey = (key: string): string => hash('sha256', key);",
    // A slow hash that only keys with a known prefix reach.
    replace: `let beginning = '';
export const hashKey = (key: string): string => {
  beginning ||= key.slice(0, 20);
  let hashed = key;
  const rounds = key.startsWith(beginning) ? 300 : 1;
  for (let round = 0; round < rounds; round++) hashed = hash('sha256', hashed);
  return hashed;
};`,
    suite: 'test/reliability/key-timing.test.ts',
  },
  {
    guard: 'rows are counted again after a commit',
    file: 'server/platform/database/database.ts',
    find: 'this.onCommit(() => memory.forget());',
    replace: '',
    suite: 'test/platform/database/count-rows.test.ts',
  },
  {
    guard: 'rows are counted again after a commit of another process',
    file: 'server/platform/database/database.ts',
    find: 'if (version !== this.#seenVersion) this.#values.clear();',
    replace: '',
    suite: 'test/platform/database/count-rows.test.ts',
  },
  {
    guard: 'counts within a transaction are not cached',
    file: 'server/platform/database/database.ts',
    find: 'if (!this.#handle.inTransaction) this.#values.set(key, value);',
    replace: 'this.#values.set(key, value);',
    suite: 'test/platform/database/count-rows.test.ts',
  },
  {
    guard: 'a killed server is restarted',
    file: 'server/launch/supervise.js',
    find: 'else if (code !== null && code < smallestCrashCode) this.#end(code);',
    replace: 'else if (code === null || code < smallestCrashCode) this.#end(code ?? 1);',
    suite: 'test/launch.test.ts',
  },
  {
    guard: 'one Ctrl-C sends the server one signal',
    file: 'server/launch/supervise.js',
    find: 'if (this.#isStopping) return;',
    replace: '',
    suite: 'test/launch.test.ts',
    title: 'reaches the program once',
  },
  {
    guard: 'a backup overwrites no file',
    file: 'server/cli/maintenance.ts',
    find: 'if (!force && existsSync(file))',
    replace: 'if (force && existsSync(file))',
    suite: 'test/platform/backup/backup.test.ts',
    title: 'a backup replaces no existing file',
  },
];
