import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, toPage } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import {
  type ChannelRow,
  callVendor,
  channelIdTarget,
  findChannel,
  requireChannel,
  templatesOf,
  vendorErrors,
} from '../channels/index.ts';
import { checkTemplate } from './check-template.ts';
import { createTemplate } from './create-template.ts';
import { assertHeaderFile, largestHeaderFile } from './header-media.ts';
import { readStats } from './read-stats.ts';
import {
  ChatTemplate,
  ChatTemplateDraft,
  ChatTemplateFindings,
  ChatTemplateQuery,
  ChatTemplateStats,
  ChatTemplateSync,
  ChatTemplateToCheck,
  MediaHandle,
} from './schemas.ts';
import { type ChatTemplateRow, deleteTemplate, findTemplate, listTemplates, toTemplate } from './store.ts';
import { startSync } from './sync-templates.ts';
import { findLatestSync, toSync } from './syncs.store.ts';

const template = target(ChatTemplate, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findTemplate(db, workspace.id, params.id);
  return row && toTemplate(row);
});

const byReference = { errors: ['unknown_reference'], statuses: { unknown_reference: 400 } } as const;

export const templateOperations = {
  createChatTemplate: operation({
    method: 'post',
    path: '/api/channels/{channelId}/chat-templates',
    scope: 'chat_templates.write',
    summary: 'Create a chat template',
    description:
      'Submitted to the vendor and PENDING until reviewed. A QR channel has no review: its templates are `local` and ' +
      'APPROVED at once. A name and language that the channel already has return 400 `name_taken`. The simulator ' +
      'approves at once, but rejects names with "reject" and never finishes its review of names with "pending".',
    tx: 'none',
    target: channelIdTarget,
    body: ChatTemplateDraft,
    success: 201,
    response: ChatTemplate,
    errors: vendorErrors,
    run: async ({ platform, workspace, target, body, write }) =>
      toTemplate(await createTemplate(platform, write, workspace.id, target, body)),
  }),

  checkChatTemplate: operation({
    method: 'post',
    path: '/api/chat-templates/check',
    scope: 'chat_templates.read',
    words: 'never',
    summary: 'Check a draft of a chat template',
    description:
      'Stores and submits nothing. Returns every fault for which creating it would be rejected, and hints about what ' +
      'reviewers often refuse; an empty list means that nothing was found, not that the review will end well.',
    tx: 'read',
    extension: true,
    body: ChatTemplateToCheck,
    success: 200,
    response: ChatTemplateFindings,
    ...byReference,
    run: async ({ db, workspace, body }) => ({ findings: await checkTemplate(db, workspace.id, body) }),
  }),

  uploadChatTemplateMedia: operation({
    method: 'post',
    path: '/api/channels/{channelId}/chat-templates/media-handle',
    scope: 'chat_templates.write',
    summary: 'Upload the sample of a media header',
    description: 'Returns the handle for `example.header_handle`.',
    tx: 'none',
    target: channelIdTarget,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestHeaderFile,
      description: 'JPEG or PNG (5 MiB), MP4 (16 MiB) or PDF (100 MiB).',
    },
    success: 200,
    response: MediaHandle,
    errors: vendorErrors,
    async run({ db, platform, workspace, params, uploads }) {
      const [upload] = uploads;
      if (!upload) throw new Error('The frame rejects an upload without a file');
      const { hash, contentType, sizeBytes } = upload.blob;
      assertHeaderFile('body.file', upload.blob);
      const templates = templatesOf(platform, (await findChannel(db, workspace.id, params.channelId)) as ChannelRow);
      const sample = { hash, contentType, sizeBytes, fileName: upload.fileName };
      return { handle: await callVendor(platform, () => templates.uploadSample(sample)) };
    },
  }),

  syncChatTemplates: operation({
    method: 'post',
    path: '/api/channels/{channelId}/chat-templates/sync',
    scope: 'chat_templates.write',
    summary: 'Sync the templates of a channel from the vendor',
    description:
      'Starts a sync and returns it; `GET` of the same path reports its progress. It adds and updates templates, and ' +
      'marks those that the vendor no longer has as DISABLED with the reason `gone`. 409 `sync_running` while one ' +
      'runs. Templates under review are synced every 15 minutes, all templates every night.',
    tx: 'none',
    target: channelIdTarget,
    success: 200,
    response: ChatTemplateSync,
    errors: ['sync_running', 'channel_unsupported', 'channel_deactivated', 'channel_not_connected'],
    async run({ db, platform, workspace, params, write, fail }) {
      templatesOf(platform, (await findChannel(db, workspace.id, params.channelId)) as ChannelRow);
      const sync = await write((work) => startSync(work, params.channelId));
      if (!sync) throw fail('sync_running', 'A sync of this channel is already running');
      return toSync(sync);
    },
  }),

  getChatTemplateSync: operation({
    method: 'get',
    path: '/api/channels/{channelId}/chat-templates/sync',
    scope: 'chat_templates.read',
    summary: 'Get the latest sync of templates of a channel',
    tx: 'read',
    extension: true,
    target: channelIdTarget,
    success: 200,
    response: ChatTemplateSync,
    errors: ['not_found'],
    async run({ db, workspace, params, fail }) {
      const sync = await findLatestSync(db, workspace.id, params.channelId);
      if (!sync) throw fail('not_found', 'The templates of this channel were never synced');
      return toSync(sync);
    },
  }),

  listChatTemplates: operation({
    method: 'get',
    path: '/api/chat-templates',
    scope: 'chat_templates.read',
    summary: 'List chat templates',
    description: 'Sorted by name.',
    tx: 'read',
    query: ChatTemplateQuery,
    success: 200,
    response: pageOf(ChatTemplate),
    ...byReference,
    async run({ db, workspace, query }) {
      if (query.channelId !== undefined) await requireChannel(db, workspace.id, query.channelId, 'query.channelId');
      const { rows, total } = await listTemplates(db, workspace.id, query, query);
      return toPage(query, rows.map(toTemplate), total);
    },
  }),

  getChatTemplate: readOperation({
    path: '/api/chat-templates/{id}',
    scope: 'chat_templates.read',
    summary: 'Get a chat template',
    target: template,
  }),

  deleteChatTemplate: operation({
    method: 'delete',
    path: '/api/chat-templates/{id}',
    scope: 'chat_templates.write',
    summary: 'Delete a chat template',
    description:
      'Deletes it at the vendor too; if that fails (502, 503), nothing is deleted. A `gone` template is deleted only here.',
    tx: 'none',
    target: template,
    success: 204,
    response: null,
    errors: vendorErrors,
    async run({ db, platform, workspace, target, write }) {
      const row = (await findTemplate(db, workspace.id, target.id)) as ChatTemplateRow;
      if (row.provider_id !== null && row.reason !== 'gone') {
        const { name, provider_id: providerId } = row;
        const templates = templatesOf(platform, (await findChannel(db, workspace.id, row.channel_id)) as ChannelRow);
        await callVendor(platform, () => templates.delete({ providerId, name }));
      }
      await write((work) => deleteTemplate(work.db, workspace.id, row.id));
    },
  }),

  getChatTemplateStats: operation({
    method: 'get',
    path: '/api/chat-templates/stats',
    scope: 'analytics.read',
    summary: 'Count templates, their sends and receipts',
    description: 'Covers existing templates; the sends of deleted templates are not included.',
    tx: 'read',
    query: z.object({ channelId: z.string().max(64).optional() }),
    success: 200,
    response: ChatTemplateStats,
    ...byReference,
    async run({ db, workspace, query }) {
      if (query.channelId !== undefined) await requireChannel(db, workspace.id, query.channelId, 'query.channelId');
      return readStats(db, workspace.id, query.channelId);
    },
  }),
} satisfies Operations;
