import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { MixedLoad } from '../support/kill/mixed-load.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client, eventually } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };

function isThere(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function start(wrapper: string[] = []) {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const server = await startServerProcess(home, env, wrapper);
  return { home, server, api: new Client(server.url, key) };
}

/** Opens connections that each send the start of a request; broken ones do not fail the test. */
function openSockets(url: string, count: number, head: string): Socket[] {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    if (head !== '') socket.write(head);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

const openFiles = (processId: number): number => readdirSync(`/proc/${processId}/fd`).length;

test('a disk whose syncs take 50 ms longer only slows the server down', async (context) => {
  if (!isThere('strace', '-D', '-qq', 'true')) return context.skip('needs strace, and the right to use it');
  // With -D the server is the direct child, not strace, so signals reach it.
  const inject = ['-e', 'inject=fsync,fdatasync:delay_enter=50000', '-e', 'trace=fsync,fdatasync'];
  const { home, server, api } = await start(['strace', '-f', '-D', '-qq', '-o', '/dev/null', ...inject]);
  const load = new MixedLoad();
  await load.prepare(api);
  const endsAt = Date.now() + 8_000;
  const writing = load.run(api, () => Date.now() > endsAt);
  const waits: number[] = [];
  while (Date.now() < endsAt) {
    const startedAt = performance.now();
    expect((await api.get('/healthz')).status).toBe(200);
    waits.push(performance.now() - startedAt);
    await sleep(50);
  }
  await writing;
  await load.finish(api);
  expect(await server.end()).toBe(0);
  const { lost, doubled, damaged, leaked } = load.check(home);
  const worstMs = Math.round(Math.max(...waits));
  reportReliability('slow fsync', {
    ...{ runs: 1, faults: 1, requests: load.requests, lost: lost.length + damaged.length, doubled: doubled.length },
    ...{
      leaked: leaked.length,
      note: `50 ms a sync, ${load.acknowledged.length} acknowledged, /healthz at worst ${worstMs} ms`,
    },
  });
  expect({ lost, doubled, damaged, leaked, refusals: load.refusals }).toEqual({
    ...{ lost: [], doubled: [], damaged: [], leaked: [], refusals: [] },
  });
  expect(load.acknowledged.length).toBeGreaterThan(50);
  expect(worstMs).toBeLessThan(2_000);
});

test('a server limited to 64 open files survives more connections and serves again when they close', async (context) => {
  if (!isThere('prlimit', '--version')) return context.skip('needs prlimit (util-linux)');
  const { home, server, api } = await start(['prlimit', '--nofile=64:64']);
  const load = new MixedLoad();
  await load.prepare(api);
  const before = openFiles(server.processId);
  const sockets = openSockets(server.url, 200, 'GET /healthz HTTP/1.1\r\n');
  await sleep(1_000);
  let isOver = false;
  const writing = load.run(api, () => isOver, 8);
  await sleep(1_500);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  await writing;
  await eventually(async () => (await api.get('/healthz').catch(() => null))?.status === 200, 20_000);
  await load.finish(api);
  const after = await eventually(async () => {
    const open = openFiles(server.processId);
    return open <= before + 10 && open;
  }, 20_000);
  expect(await server.end()).toBe(0);
  const { lost, doubled, damaged } = load.check(home);
  reportReliability('64 open files', {
    ...{ runs: 1, faults: 1, requests: load.requests, lost: lost.length, doubled: doubled.length },
    ...{ leaked: Math.max(0, after - before - 10), note: `200 connections, ${load.refusals.length} requests refused` },
  });
  expect({ lost, doubled, damaged }).toEqual({ lost: [], doubled: [], damaged: [] });
  // A rejection is allowed, but must name its reason.
  expect(load.refusals.filter((line) => !/^\w+: 503 /.test(line))).toEqual([]);
});

test('slow clients are cut off, while a normal one is served throughout', async () => {
  const { server, api } = await start();
  const slow = openSockets(server.url, 300, `GET /healthz HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n`);
  const silent = openSockets(server.url, 100, '');
  const all = [...slow, ...silent];
  const drip = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('X-Slow: 1\r\n');
  }, 1_000);
  for (const socket of all) socket.resume();
  const startedAt = Date.now();
  let requests = 0;
  let worstMs = 0;
  while (all.some((socket) => !socket.closed) && Date.now() - startedAt < 25_000) {
    const askedAt = performance.now();
    expect((await api.get('/healthz')).status).toBe(200);
    worstMs = Math.max(worstMs, performance.now() - askedAt);
    requests += 1;
    await sleep(50);
  }
  clearInterval(drip);
  const left = all.filter((socket) => !socket.closed).length;
  reportReliability('slow clients', {
    ...{ runs: 1, faults: all.length, requests, leaked: left },
    note: `all cut after ${Math.round((Date.now() - startedAt) / 1_000)} s, a good one waited ${Math.round(worstMs)} ms at most`,
  });
  expect(left).toBe(0);
  expect(worstMs).toBeLessThan(2_000);
  expect(await server.end()).toBe(0);
});
