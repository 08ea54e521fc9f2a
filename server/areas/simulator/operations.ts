import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../http/paginate.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import { findFile, insertFile } from '../../platform/files/files.ts';
import { mediaUrl } from '../../platform/files/media-links.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import { driverLogOf, findChannel } from '../channels/index.ts';
import { Faults } from './faults.ts';
import {
  CustomerMessage,
  CustomerReaction,
  CustomerRead,
  PhoneChange,
  Scan,
  SimulatedPhoneMessage,
} from './schemas.ts';
import { SimulatorConnection, toStatusEvent } from './simulator-connection.ts';
import { advanceMessages, findSimulatorMessage, type SimulatorMessage, setOnline } from './store.ts';
import { correctAsCustomer, writeAsCustomer } from './write-as-customer.ts';

const largestMedia = 100 * 1024 * 1024;

/** The simulated connection of a channel of the workspace. Throws 404 for any other channel, including a live one. */
export async function connectionOf(platform: Platform, workspace: Workspace, id: string): Promise<SimulatorConnection> {
  const channel = await findChannel(platform.database.read, workspace.id, id);
  if (channel?.driver !== 'simulator') throw new Problem('not_found', 'No such simulated channel');
  const connection = platform.services.channelHub.connection(id);
  if (!(connection instanceof SimulatorConnection)) throw new Problem('channel_deactivated');
  return connection;
}

/** These operations act as the vendor and its customers: they need no transaction of the workspace. */
export const common = {
  tx: 'none',
  extension: true,
  scope: 'channels.write',
  errors: ['not_found', 'channel_deactivated'],
} as const;

export const simulatorOperations = {
  scanSimulatorQr: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/scan',
    summary: 'Scan the QR code with the simulated phone',
    body: Scan,
    success: 200,
    response: z.object({ paired: z.literal(true).describe('Always true: a wrong code is rejected.') }),
    async run({ platform, workspace, params, body }) {
      const connection = await connectionOf(platform, workspace, params.id);
      if (!(await connection.scan(body.qr))) throw invalid('body.qr', 'This is not the current code');
      await platform.services.channelHub.inbox.idle();
      return { paired: true as const };
    },
  }),

  unlinkSimulator: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/unlink',
    summary: 'Unlink the device on the simulated phone',
    success: 204,
    response: null,
    async run({ platform, workspace, params }) {
      await (await connectionOf(platform, workspace, params.id)).unlink();
      await platform.services.channelHub.inbox.idle();
    },
  }),

  setSimulatorFaults: operation({
    ...common,
    method: 'put',
    path: '/api/simulator/channels/{id}/faults',
    summary: 'Set the faults of the simulated vendor',
    body: Faults,
    success: 200,
    response: Faults,
    async run({ platform, workspace, params, body }) {
      const connection = await connectionOf(platform, workspace, params.id);
      await connection.setFaults(body);
      await platform.services.channelHub.inbox.idle();
      return body;
    },
  }),

  uploadSimulatorMedia: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/media',
    summary: "Upload an attachment to the customer's phone",
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestMedia,
      description: 'The attachment that the customer will send.',
    },
    success: 201,
    response: z.object({
      mediaId: z.string().describe('For `mediaId` of a message of the customer.'),
      contentType: z.string(),
      sizeBytes: z.int(),
    }),
    async run({ platform, workspace, params, uploads, write }) {
      await connectionOf(platform, workspace, params.id);
      const [upload] = uploads;
      if (!upload) throw new Error('The frame rejects an upload without a file');
      const file = await write((work) => insertFile(work, upload.blob, upload.fileName));
      return { mediaId: file.id, contentType: file.contentType, sizeBytes: file.sizeBytes };
    },
  }),

  sendAsCustomer: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/messages',
    summary: 'Write to the shop as a customer',
    description: 'With `corrects`, corrects or takes back an earlier message of the customer.',
    body: CustomerMessage,
    success: 201,
    response: z.object({ providerMessageId: z.string().describe('Id of the message at the simulated vendor.') }),
    errors: [...common.errors, 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ platform, workspace, params, body, db }) {
      const connection = await connectionOf(platform, workspace, params.id);
      const phone = requirePhone(body.from, workspace.country, 'body.from');
      if (body.corrects !== undefined) {
        await correctAsCustomer(platform, connection, phone, { ...body, corrects: body.corrects });
        return { providerMessageId: body.corrects };
      }
      const file = body.mediaId === undefined ? null : await findFile(db, workspace.id, body.mediaId);
      if (body.mediaId !== undefined && !file) throw unknownReference('body.mediaId', 'No such media');
      const providerMessageId = await writeAsCustomer(platform, connection, phone, body, file);
      return { providerMessageId };
    },
  }),

  reactAsCustomer: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/reactions',
    summary: 'React to a message as a customer',
    body: CustomerReaction,
    success: 204,
    response: null,
    errors: [...common.errors, 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ platform, workspace, params, body, db }) {
      const connection = await connectionOf(platform, workspace, params.id);
      const phone = requirePhone(body.from, workspace.country, 'body.from');
      if (!(await findSimulatorMessage(db, params.id, body.providerMessageId))) {
        throw unknownReference('body.providerMessageId', 'No such message on this channel');
      }
      const { providerMessageId, emoji } = body;
      const from = { addresses: [{ kind: 'phone' as const, value: phone }], name: null };
      const at = platform.clock.now().toISOString();
      await connection.report([{ kind: 'reaction', providerEventId: newId('r'), providerMessageId, from, emoji, at }]);
    },
  }),

  readAsCustomer: operation({
    ...common,
    method: 'post',
    path: '/api/simulator/channels/{id}/read',
    summary: 'Read all messages as a customer',
    body: CustomerRead,
    success: 200,
    response: z.object({ read: z.int().describe('Number of messages that were unread.') }),
    async run({ platform, workspace, params, body }) {
      const connection = await connectionOf(platform, workspace, params.id);
      const phone = requirePhone(body.from, workspace.country, 'body.from');
      return { read: await advance(platform, connection, phone, 'READ') };
    },
  }),

  changeSimulatedPhone: operation({
    ...common,
    method: 'put',
    path: '/api/simulator/channels/{id}/phones/{phone}',
    summary: "Switch a customer's phone on or off",
    description:
      'A phone is on from its first message. While it is off, messages stay SENT; while it is on, they are DELIVERED.',
    body: PhoneChange,
    success: 200,
    response: z.object({ phone: z.string(), online: z.boolean().describe('Whether the phone is on now.') }),
    async run({ platform, workspace, params, body }) {
      const connection = await connectionOf(platform, workspace, params.id);
      const phone = requirePhone(params.phone, workspace.country, 'path.phone');
      await platform.write(({ db }) => setOnline(db, params.id, phone, body.online));
      if (body.online) await advance(platform, connection, phone, 'DELIVERED');
      return { phone, online: body.online };
    },
  }),

  listSimulatorMessages: operation({
    method: 'get',
    path: '/api/simulator/channels/{id}/messages',
    scope: 'channels.read',
    summary: "List the messages on the customers' phones",
    description: 'Newest first; includes messages that the vendor accepted before a crash of this server.',
    tx: 'read',
    extension: true,
    query: z.object({ ...cursorQuery, phone: z.string().max(40).optional() }),
    success: 200,
    response: cursorPageOf(SimulatedPhoneMessage),
    errors: ['not_found'],
    async run({ db, platform, workspace, params, query, cursors, fail }) {
      const channel = await findChannel(db, workspace.id, params.id);
      if (channel?.driver !== 'simulator') throw fail('not_found', 'No such simulated channel');
      let select = db.selectFrom('simulator_messages').selectAll().where('channel_id', '=', params.id);
      if (query.phone !== undefined)
        select = select.where('phone', '=', requirePhone(query.phone, workspace.country, 'query.phone'));
      const before = cursors.read(query.cursor)?.[0];
      if (before != null) select = select.where('seq', '<', Number(before));
      const found = await select
        .orderBy('seq', 'desc')
        .limit(query.limit + 1)
        .execute();
      const { rows, last } = takePage(found, query.limit);
      const log = driverLogOf(platform.provided);
      const data = await Promise.all(
        rows.map(async (row) => {
          const known = row.from_customer ? null : await log.findByProviderId(db, params.id, row.provider_message_id);
          return toShown(platform, row, known?.agentName ?? null);
        }),
      );
      return { data, nextCursor: last && cursors.write([last.seq]) };
    },
  }),
} satisfies Operations;

async function advance(
  platform: Platform,
  connection: SimulatorConnection,
  phone: string,
  to: 'DELIVERED' | 'READ',
): Promise<number> {
  const at = platform.clock.now().toISOString();
  const moved = await platform.write(({ db }) => advanceMessages(db, connection.channelId, phone, to));
  await connection.report(moved.map((id) => toStatusEvent(id, to, at)));
  return moved.length;
}

const toShown = (
  platform: Platform,
  row: SimulatorMessage,
  agentName: string | null,
): z.input<typeof SimulatedPhoneMessage> => ({
  providerMessageId: row.provider_message_id,
  phone: row.phone,
  fromCustomer: row.from_customer === 1,
  type: row.type,
  content: row.content,
  mediaUrl: row.file_id && mediaUrl(platform, row.file_id),
  template: row.template === null ? null : JSON.parse(row.template),
  replyTo: row.reply_to,
  status: row.status,
  reaction: row.reaction,
  agentName,
  at: row.at,
});
