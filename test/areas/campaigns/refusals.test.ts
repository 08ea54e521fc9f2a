import { describe, expect, test } from 'vitest';
import { type RejectionReason, reasonsWith } from '../../../server/areas/channels/index.ts';
import type { Client } from '../../support/server/app.ts';
import { type CampaignShop, openCampaigns, people, tally } from './support.ts';

const persons = reasonsWith({ owner: 'person', holds: 'lasting' });
const statuses = (rows: { status: string }[]) => tally(rows.map((row) => row.status));
const stateOf = async (api: Client, path: string) => {
  const { status, statusReason, holdReason } = (await api.get(path)).body;
  return [status, statusReason, holdReason];
};

/** The vendor reports that messages which it had accepted failed. */
async function failLater({ shop, channel, recipients, rest }: CampaignShop, path: string, code: string, most = 100) {
  const place = { id: channel.id, workspaceId: shop.workspace.id, provider: 'CLOUD_API', name: 'Shop' } as const;
  const sent = (await recipients(path, '&status=SENT')).slice(0, most);
  await shop.app.platform.services.channelHub.inbox.receive(
    place,
    sent.map(({ providerMessageId, sentAt }) => ({
      kind: 'status',
      providerEventId: `late:${providerMessageId}`,
      providerMessageId,
      status: 'FAILED',
      error: { code, message: `Refused (${code})` },
      at: sentAt,
    })),
  );
  await rest();
}

describe('a refusal that is one person’s', () => {
  test.each([...persons, 'withheld', '131999'])(
    'for %s fails her alone, and the others go on at once',
    async (reason) => {
      const { api, launch, run, channel, recipients } = await openCampaigns();
      await channel.faults({ reject: { reason, times: 1 } });
      const path = await launch(people(4));
      expect(await stateOf(api, path)).toEqual(['RUNNING', null, null]);
      await run(1_000);
      expect((await recipients(path)).map(({ status }) => status)).toEqual(['FAILED', 'SENT', 'SENT', 'SENT']);
      expect((await recipients(path))[0]).toMatchObject({ attempts: 1, error: { code: reason } });
      expect(await stateOf(api, path)).toEqual(['COMPLETED', null, null]);
    },
  );

  test.each(['not_on_app', 'opted_out', 'withheld'])('never pauses a campaign, not even %s for all', async (reason) => {
    const { api, launch, run, channel, recipients } = await openCampaigns();
    await channel.faults({ reject: { reason, times: 10_000 } });
    const path = await launch(people(45));
    await run(12_000);
    expect(await stateOf(api, path)).toEqual(['COMPLETED', null, null]);
    expect(statuses(await recipients(path))).toEqual({ FAILED: 45 });
  });

  test('never pauses a campaign when it comes after the message was accepted', async () => {
    const opened = await openCampaigns();
    const { api, launch, run, recipients } = opened;
    const path = await launch(people(30));
    await run(6_000);
    await failLater(opened, path, 'withheld', 22);
    await run(4_000);
    expect(await stateOf(api, path)).toEqual(['COMPLETED', null, null]);
    expect(statuses(await recipients(path))).toEqual({ FAILED: 22, SENT: 8 });
  });

  test('does not count among failures of messages, and does not interrupt them', async () => {
    const { api, launch, run, channel } = await openCampaigns();
    const path = await launch(people(60));
    for (let round = 0; round < 4; round++) {
      await channel.faults({ reject: { reason: 'not_on_app', times: 3 } });
      await run(750);
      expect((await stateOf(api, path))[0]).toBe('RUNNING');
      await channel.faults({ reject: { reason: 'media_invalid', times: 5 } });
      await run(1_250);
    }
    expect(await stateOf(api, path)).toEqual(['PAUSED', 'failures_in_a_row', null]);
  });

  test('that passes in a moment is tried again after all others, and the channel does not rest', async () => {
    const { api, launch, run, channel, recipients } = await openCampaigns();
    await channel.faults({ reject: { reason: 'not_now', times: 1 } });
    const path = await launch(people(3));
    expect(await stateOf(api, path)).toEqual(['RUNNING', null, null]);
    await run(750);
    expect((await recipients(path)).map(({ status }) => status)).toEqual(['PENDING', 'SENT', 'SENT']);
    await run(6_000);
    expect((await recipients(path))[0]).toMatchObject({ status: 'SENT', attempts: 2, error: null });
  });

  test('that holds for a day is not repeated on the same day', async () => {
    const { api, launch, run, channel, recipients, clock, rest } = await openCampaigns();
    await channel.faults({ reject: { reason: 'withheld', times: 1 } });
    const path = await launch(people(2));
    await run(1_000);
    expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(409);
    clock.advance(24 * 3_600_000);
    await rest();
    expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(200);
    await run(1_000);
    expect(statuses(await recipients(path))).toEqual({ SENT: 2 });
  });
});

describe('a code that is not listed', () => {
  const reason = '131999' satisfies RejectionReason;

  test('of 20 recipients without a delivery in between pauses the campaign, and a resume retries them', async () => {
    const { api, launch, run, channel, recipients, sent } = await openCampaigns();
    await channel.faults({ reject: { reason, times: 20 } });
    const path = await launch(people(25));
    await run(8_000);
    expect(await stateOf(api, path)).toEqual(['PAUSED', '131999', null]);
    expect(statuses(await recipients(path))).toEqual({ FAILED: 20, PENDING: 5 });
    expect((await api.post(`${path}/resume`, {})).status).toBe(200);
    await run(20_000);
    expect(statuses(await recipients(path))).toEqual({ SENT: 25 });
    expect(await sent()).toHaveLength(25);
  });

  test('pauses once more when a resume meets it again', async () => {
    const { api, launch, run, channel } = await openCampaigns();
    await channel.faults({ reject: { reason, times: 10_000 } });
    const path = await launch(people(20));
    await run(8_000);
    await api.post(`${path}/resume`, {});
    await run(20_000);
    expect((await api.get(path)).body).toMatchObject({
      status: 'PAUSED',
      statusReason: '131999',
      recipients: { FAILED: 20 },
    });
  });

  test('pauses nothing while others are accepted in between, or while the codes differ', async () => {
    const { api, launch, run, channel } = await openCampaigns();
    await channel.faults({ reject: { reason, times: 19 } });
    const path = await launch(people(60));
    await run(5_000);
    await channel.faults({ reject: { reason, times: 10 } });
    await run(2_500);
    await channel.faults({ reject: { reason: '131998', times: 12 } });
    await run(15_000);
    expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 41 } });
  });

  test('pauses the campaign as well when it comes after the messages were accepted', async () => {
    const opened = await openCampaigns();
    const { api, launch, run, recipients } = opened;
    const path = await launch(people(40));
    await run(5_500);
    await failLater(opened, path, '131999', 19);
    expect((await stateOf(api, path))[0]).toBe('RUNNING');
    await run(500);
    await failLater(opened, path, '131999', 1);
    expect(await stateOf(api, path)).toEqual(['PAUSED', '131999', null]);
    await api.post(`${path}/resume`, {});
    await run(20_000);
    expect(statuses(await recipients(path))).toEqual({ SENT: 40 });
  });
});

test('a template that the vendor pauses after it accepted messages pauses the campaign, and a resume retries them', async () => {
  const opened = await openCampaigns();
  const { api, launch, run, recipients } = opened;
  const path = await launch(people(6));
  await run(500);
  await failLater(opened, path, 'template_unusable', 2);
  expect(await stateOf(api, path)).toEqual(['PAUSED', 'template_unusable', null]);
  await api.post(`${path}/resume`, {});
  await run(12_000);
  expect(statuses(await recipients(path))).toEqual({ SENT: 6 });
});

test('values of one row that the vendor does not take fail that row alone', async () => {
  const { api, launch, run, channel, recipients } = await openCampaigns();
  await channel.faults({ reject: { reason: 'values_invalid', times: 1 } });
  const path = await launch(people(3));
  await run(1_000);
  expect(await stateOf(api, path)).toEqual(['COMPLETED', null, null]);
  expect(statuses(await recipients(path))).toEqual({ FAILED: 1, SENT: 2 });
});
