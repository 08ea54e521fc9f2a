import { cp, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { readMachine } from '../../server/platform/machine/this-machine.ts';
import { readFormerPlace, readPauseReason } from '../../server/platform/work/sending-pause.ts';
import { openCampaigns, people, tally } from '../areas/campaigns/support.ts';
import { WebhookSink } from '../doubles/webhook-sink.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { eventually, startApp, type TestApp, type TestAppOptions } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { signIn } from '../support/server/console.ts';
import { cliJson, runCli } from '../support/server/processes.ts';
import { openConversation } from '../support/shop/conversation.ts';
import { emit, newestDelivery, subscribe } from '../support/shop/webhooks.ts';

const counter = { FRONTDESK_MACHINE: 'counter' };
const office = { FRONTDESK_MACHINE: 'back office' };

/** A stopped server's folder, started anew. */
const startAgain = (home: string, options: TestAppOptions = {}): Promise<TestApp> => startApp({ ...options, home });

async function makeStopped(env?: Record<string, string>): Promise<string> {
  const shop = await startApp({ home: await temporaryFolder(), ...(env && { env }) });
  await shop.app.stop();
  return shop.home;
}

/** A copy of a folder that a server may be using, as a person makes it. */
async function copyOf(home: string): Promise<string> {
  const copy = join(await temporaryFolder(), 'copy');
  await cp(home, copy, { recursive: true, filter: (path) => !/lock\.db|-shm$/.test(path) });
  return copy;
}

const reasonOf = ({ app }: TestApp) => readPauseReason(app.platform.database.read);

describe('a folder copied while its server runs', () => {
  test('starts with sending paused and channels closed until the owner resumes; the original keeps sending', async () => {
    const { shop, channel, path } = await openConversation();
    const second = await startAgain(await copyOf(shop.home));
    expect(await reasonOf(second)).toBe('moved');
    expect(await readFormerPlace(second.app.platform.database.read)).toMatchObject({ path: shop.home });
    expect(second.app.platform.services.channelHub.connection(channel.id)).toBeNull();
    expect((await second.api.get(`/api/channels/${channel.id}`)).body.status).toBe('DISCONNECTED');
    const said = { content: 'Da cópia' };
    expect((await second.api.post(`${path}/messages`, said)).body.code).toBe('sending_paused');
    const opened = await second.api.post(`/api/channels/${channel.id}/reactivate`);
    expect(opened.status).toBe(200);
    expect(second.app.platform.services.channelHub.connection(channel.id)).toBeNull();

    expect(await reasonOf(shop)).toBeNull();
    expect((await shop.api.post(`${path}/messages`, { content: 'Da primeira' })).status).toBe(201);

    const owner = await signIn(second);
    const { body: notices } = await owner.get('/owner/notices');
    expect(notices).toMatchObject({ sendingPaused: 'moved', movedFrom: { path: shop.home } });
    expect((await owner.get('/owner/today')).body.attention).toContainEqual({ kind: 'paused' });
    expect((await owner.post('/owner/sending', { paused: false })).body).toEqual({ paused: false, reason: null });
    await eventually(async () => second.app.platform.services.channelHub.connection(channel.id));
    await second.settle();
    expect((await second.api.post(`${path}/messages`, said)).status).toBe(201);
    expect((await owner.get('/owner/notices')).body).toMatchObject({ sendingPaused: null, movedFrom: null });
  });

  test('resumes no campaign automatically, and repeats no message that was under way', async () => {
    const { launch, clock, channel, shop, recipients } = await openCampaigns();
    const path = await launch(people(4));
    await channel.faults({ delayMs: 1_000 });
    clock.advance(250);
    await eventually(async () => (await recipients(path))[1].status === 'SENDING');
    const second = await startAgain(await copyOf(shop.home), { clock });
    const inDoubt = async () =>
      (await second.api.get(`${path}/recipients`)).body.data.map((row: { status: string }) => row.status);
    await second.settle();
    expect(await inDoubt()).toEqual(['SENT', 'UNKNOWN', 'PENDING', 'PENDING']);
    expect((await second.api.get(path)).body).toMatchObject({ status: 'PAUSED', statusReason: 'sending_paused' });
    const owner = await signIn(second);
    await owner.post('/owner/sending', { paused: false });
    await eventually(async () => second.app.platform.services.channelHub.connection(channel.id));
    for (let turn = 0; turn < 20; turn++) {
      clock.advance(60_000);
      await second.settle();
    }
    expect(await inDoubt()).toEqual(['SENT', 'UNKNOWN', 'PENDING', 'PENDING']);
    const { body: phones } = await second.api.get(`/api/simulator/channels/${channel.id}/messages`);
    const counts = tally(phones.data.map((message: { phone: string }) => message.phone));
    expect(Math.max(...Object.values(counts))).toBe(1);
  });

  test('holds webhooks until the owner resumes', async () => {
    const sink = new WebhookSink();
    await sink.listen();
    const { shop } = await openConversation();
    await subscribe(shop.api, sink.url);
    const second = await startAgain(await copyOf(shop.home));
    await emit(second);
    await second.settle();
    expect(await newestDelivery(second, 'PENDING')).toMatchObject({ attemptCount: 0 });
    expect(sink.requests).toHaveLength(0);
    await (await signIn(second)).post('/owner/sending', { paused: false });
    await sink.received(1);
    await sink.close();
  });
});

describe('a data folder', () => {
  test('sends on after a restart in its place', async () => {
    const home = await makeStopped();
    expect(await reasonOf(await startAgain(home))).toBeNull();
  });

  test('asks once in a new place, and not again after the owner resumed there', async () => {
    const home = await makeStopped();
    const place = join(await temporaryFolder(), 'renamed');
    await rename(home, place);
    const moved = await startAgain(place);
    expect(await reasonOf(moved)).toBe('moved');
    await moved.app.stop();
    // Unanswered, it asks on.
    const again = await startAgain(place);
    expect(await reasonOf(again)).toBe('moved');
    await (await signIn(again)).post('/owner/sending', { paused: false });
    await again.app.stop();
    expect(await reasonOf(await startAgain(place))).toBeNull();
  });

  test('asks on another machine, also in the same place', async () => {
    const home = await makeStopped(counter);
    const there = await startAgain(home, { env: office });
    expect(await reasonOf(there)).toBe('moved');
    expect(await readFormerPlace(there.app.platform.database.read)).toEqual({ machineName: 'counter', path: home });
  });

  test('asks when another program put back an older database file', async () => {
    const home = await makeStopped();
    // Some file systems keep no birth of a file.
    if ((await stat(databaseFile(home), { bigint: true })).birthtimeNs === 0n) return;
    const kept = join(await temporaryFolder(), 'kept.sqlite');
    await cp(databaseFile(home), kept);
    await rename(databaseFile(home), `${kept}.newer`);
    await cp(kept, databaseFile(home));
    expect(await reasonOf(await startAgain(home))).toBe('moved');
  });

  test('sends on a spare machine that the owner named, in any place, but holds running campaigns', async () => {
    const { launch, shop, clock } = await openCampaigns({ env: counter });
    const path = await launch(people(2));
    const spare = await readMachine(office.FRONTDESK_MACHINE);
    const owner = await signIn(shop);
    const named = await owner.post('/owner/machine/spares', { id: spare.id, name: 'Back office' });
    expect(named.body).toMatchObject({ name: 'counter', spares: [{ id: spare.id, name: 'Back office' }] });
    const there = await startAgain(await copyOf(shop.home), { env: office, clock });
    expect(await reasonOf(there)).toBeNull();
    expect((await there.api.get(path)).body.status).toBe('PAUSED');
  });

  test('stays paused as a copy on its own machine, and on a machine that was removed from the spares', async () => {
    const shop = await startApp({ home: await temporaryFolder(), env: counter });
    const owner = await signIn(shop);
    const own = await readMachine(counter.FRONTDESK_MACHINE);
    const other = await readMachine(office.FRONTDESK_MACHINE);
    for (const { id, name } of [own, other]) await owner.post('/owner/machine/spares', { id, name });
    expect((await owner.delete(`/owner/machine/spares/${other.id}`)).body.spares).toHaveLength(1);
    expect((await owner.delete(`/owner/machine/spares/${other.id}`)).status).toBe(404);
    await shop.app.stop();
    expect(await reasonOf(await startAgain(await copyOf(shop.home), { env: counter }))).toBe('moved');
    expect(await reasonOf(await startAgain(await copyOf(shop.home), { env: office }))).toBe('moved');
  });
});

describe('the command line', () => {
  test('shows the id of this machine without a data folder, and names spares by it', async () => {
    const nowhere = join(await temporaryFolder(), 'none');
    const { stdout } = await runCli(nowhere, ['machine', '--json'], office);
    const { id, name } = JSON.parse(stdout);
    expect([id, name]).toEqual([expect.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/), 'back office']);
    const home = await makeStopped(counter);
    expect(await cliJson(home, ['spares', 'add', id, '--name', 'Office'])).toEqual({
      spares: [{ id, name: 'Office' }],
    });
    expect(await cliJson(home, ['spares', 'list'])).toEqual({ spares: [{ id, name: 'Office' }] });
    expect(await reasonOf(await startAgain(await copyOf(home), { env: office }))).toBeNull();
    expect(await cliJson(home, ['spares', 'remove', id])).toEqual({ spares: [] });
    expect((await runCli(home, ['spares', 'add', 'office'])).code).toBe(2);
  });

  test('says why a copy is paused, and resumes it', async () => {
    const copy = await copyOf(await makeStopped());
    const second = await startAgain(copy);
    expect(await cliJson(copy, ['sending', 'status'])).toEqual({ paused: true, reason: 'moved' });
    await runCli(copy, ['sending', 'resume']);
    await eventually(async () => (await reasonOf(second)) === null);
  });
});

test('a message that was under way when the folder was copied is neither sent nor looked up in the copy', async () => {
  const clock = new ManualClock();
  const { shop, channel, path } = await openConversation({ clock });
  await channel.faults({ delayMs: 1_000 });
  const sending = shop.api.post(`${path}/messages`, { content: 'Já vai', idempotencyKey: 'under-way-1' });
  const newest = async (at: TestApp) => (await at.api.get(`${path}/messages`)).body.data[0];
  await eventually(async () => (await newest(shop)).status === 'PENDING');
  const copy = await copyOf(shop.home);
  await sending;
  const second = await startAgain(copy, { clock });
  expect(await newest(second)).toMatchObject({ status: 'FAILED', error: { code: 'unknown_outcome' } });
});
