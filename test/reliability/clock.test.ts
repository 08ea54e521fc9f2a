import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { startSink } from '../doubles/webhook-sink.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client, eventually } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const library = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);
const faketime = library.find((path) => existsSync(path));
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Whether the jobs of every minute have been queued since. */
function hasTicked(home: string, since: number): boolean {
  const handle = openSqlite(databaseFile(home));
  const last = handle.prepare("select last_run_at from schedules where name = 'ended trials'").pluck().get();
  handle.close();
  return Date.parse(String(last)) > since;
}

test('a clock that jumps three days ahead and two hours back causes no storm, no duplicates and no standstill', async (context) => {
  if (!faketime) return context.skip('needs libfaketime (apt-get install libfaketime)');
  const home = await temporaryFolder();
  const clockFile = join(await temporaryFolder(), 'clock');
  let offsetMs = 0;
  // Replaced atomically: a half-written file would be read as another time.
  const jump = async (ms: number) => {
    offsetMs += ms;
    await writeFile(`${clockFile}.new`, `${offsetMs < 0 ? '-' : '+'}${Math.abs(offsetMs) / 1_000}\n`);
    await rename(`${clockFile}.new`, clockFile);
  };
  await jump(0);
  const sink = await startSink();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'clock', '--scopes', 'all']);
  const server = await startServerProcess(home, {
    ...{ FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'warn', FRONTDESK_OUTBOUND_ALLOW: '*', TZ: 'UTC' },
    ...{ LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1' },
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const api = new Client(server.url, key);
  const { body: channel } = await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  const says = (content: string) =>
    api.post(`/api/simulator/channels/${channel.id}/messages`, { from: '+5511987654321', content });
  await says('before');
  const conversation = await eventually(async () => (await api.get('/api/conversations')).body.data[0]);
  await api.post('/api/developers/webhooks', { url: sink.url, events: ['message.sent'] });
  const path = `/api/conversations/${conversation.id}/messages`;
  const contents: string[] = [];
  const sendSome = async (when: string) => {
    // The messaging window also depends on this clock.
    await says(`hello ${when}`);
    await sleep(300);
    for (let number = 0; number < 5; number++) {
      const sent = await api.post(path, { content: `${when} ${number}` });
      expect(sent).toMatchObject({ status: 201, body: { status: expect.stringMatching(/SENT|DELIVERED/) } });
      expect(Math.abs(Date.parse(sent.body.createdAt) - Date.now() - offsetMs)).toBeLessThan(minuteMs);
      contents.push(`${when} ${number}`);
    }
  };
  await sendSome('now');
  for (const [when, ms] of Object.entries({ 'three days on': 3 * dayMs, 'two hours back': -2 * hourMs })) {
    await jump(ms);
    await sleep(500);
    await sendSome(when);
    // The first minute's tick runs everything due after three days.
    if (ms > 0) await eventually(async () => hasTicked(home, Date.now() + offsetMs - minuteMs), 2 * minuteMs);
  }
  await eventually(async () => contents.every((content) => told(sink, content) > 0), 30_000);
  expect(await server.end()).toBe(0);

  const handle = openSqlite(databaseFile(home));
  const count = (sql: string) => Number(handle.prepare(sql).pluck().get());
  const stuck = count("select count(*) from jobs where status = 'RUNNING'");
  const jobs = count('select count(*) from jobs');
  const doubledRows = count(
    "select count(*) from (select 1 from messages where direction = 'OUTBOUND' group by content having count(*) > 1)",
  );
  const stored = count("select count(*) from messages where direction = 'OUTBOUND'");
  handle.close();
  const doubled = doubledRows + contents.filter((content) => told(sink, content) > 1).length;
  reportReliability('clock jumps', {
    ...{ runs: 1, faults: 2, requests: contents.length, lost: contents.length - stored, doubled, leaked: stuck },
    note: `+3 d and -2 h by libfaketime, ${jobs} jobs left`,
  });
  expect({ stuck, doubled, stored }).toEqual({ stuck: 0, doubled: 0, stored: contents.length });
  expect(jobs).toBeLessThan(60);
});

const told = (sink: Awaited<ReturnType<typeof startSink>>, content: string): number =>
  sink.requests.filter(({ body }) => body.data.content === content).length;

test('a server that slept responds at once when it wakes, also to requests from its sleep', async () => {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'sleep', '--scopes', 'all']);
  const server = await startServerProcess(home, { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' });
  const api = new Client(server.url, key);
  const save = (number: number) => api.post('/api/quick-replies', { shortcut: `r${number}`, content: 'Olá' });
  const naps = 3;
  for (let nap = 0; nap < naps; nap++) {
    process.kill(server.processId, 'SIGSTOP');
    const answers = Promise.all(Array.from({ length: 20 }, (_, number) => save(nap * 20 + number)));
    await sleep(2_000);
    process.kill(server.processId, 'SIGCONT');
    expect((await answers).map(({ status }) => status)).toEqual(Array(20).fill(201));
  }
  const { body } = await api.get('/api/quick-replies');
  reportReliability('sleep and wake', {
    ...{ runs: naps, faults: naps, requests: naps * 20, lost: naps * 20 - body.data.length },
    note: 'SIGSTOP and SIGCONT with requests under way',
  });
  expect(body.data).toHaveLength(naps * 20);
  expect(await server.end()).toBe(0);
});
