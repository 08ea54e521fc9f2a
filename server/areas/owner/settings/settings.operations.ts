import { type Operations, operation } from '../../../http/operation.ts';
import { updateWorkspace } from '../../../platform/access/update-workspace.ts';
import { Timezone } from '../../../platform/access/workspaces.ts';
import { clearLanguageModel, readLanguageModel, saveLanguageModel } from '../../../platform/language-model.ts';
import { allowOutbound, disallowOutbound } from '../../../platform/net/outbound-addresses.ts';
import { invalid } from '../../../platform/problem.ts';
import licences from '../licences.json' with { type: 'json' };
import {
  LanguageModelDraft,
  LanguageModelState,
  LanguageModelTest,
  Licences,
  LimitChanges,
  OutboundEntry,
  OutboundState,
  Settings,
  ShopChanges,
  TrialDraft,
} from './settings.schemas.ts';
import { showLanguageModel, showOutbound, showSettings } from './show-settings.ts';
import { testLanguageModel } from './test-language-model.ts';

export const settingsOperations = {
  getSettings: operation({
    method: 'get',
    path: '/owner/settings',
    scope: 'owner',
    summary: 'Get the settings of the workspace and the installation',
    tx: 'none',
    success: 200,
    response: Settings,
    run: ({ platform, workspace, now }) => showSettings(platform, workspace, now),
  }),

  changeShop: operation({
    method: 'patch',
    path: '/owner/settings/shop',
    scope: 'owner',
    summary: 'Change the name, place or language of the workspace',
    tx: 'none',
    body: ShopChanges,
    success: 200,
    response: Settings,
    errors: ['not_found'],
    async run({ platform, workspace, actor, body, now, write, fail }) {
      const zone = Timezone.optional().safeParse(body.timezone);
      if (zone.error) throw invalid('body.timezone', zone.error.issues[0]?.message ?? 'is not a time zone');
      const updated = await write(({ db }) => updateWorkspace(db, workspace.id, body, { actor, now }));
      if (!updated) throw fail('not_found');
      return showSettings(platform, updated, now);
    },
  }),

  saveLanguageModel: operation({
    method: 'put',
    path: '/owner/settings/language-model',
    scope: 'owner',
    summary: 'Set the language model that agents and insights use',
    description: 'An OpenAI-compatible endpoint. One in the local network must be allowed first.',
    tx: 'none',
    body: LanguageModelDraft,
    success: 200,
    response: LanguageModelState,
    errors: ['outbound_not_allowed'],
    async run({ platform, body, write }) {
      await platform.outbound.checkUrl(body.baseUrl, 'body.baseUrl');
      return showLanguageModel(await write(({ db }) => saveLanguageModel(db, platform.secrets, body)));
    },
  }),

  clearLanguageModel: operation({
    method: 'delete',
    path: '/owner/settings/language-model',
    scope: 'owner',
    summary: 'Remove the language model',
    tx: 'write',
    success: 204,
    response: null,
    run: ({ db }) => clearLanguageModel(db),
  }),

  testLanguageModel: operation({
    method: 'post',
    path: '/owner/settings/language-model/test',
    scope: 'owner',
    summary: 'Test the language model',
    tx: 'none',
    success: 200,
    response: LanguageModelTest,
    errors: ['not_found'],
    async run({ platform, db, fail }) {
      const model = await readLanguageModel(db);
      if (!model) throw fail('not_found', 'No language model is set');
      return testLanguageModel(platform, model);
    },
  }),

  allowOutbound: operation({
    method: 'post',
    path: '/owner/settings/outbound',
    scope: 'owner',
    summary: 'Allow an outbound address that is not public',
    tx: 'write',
    body: OutboundEntry,
    success: 200,
    response: OutboundState,
    run: async ({ db, platform, body }) => showOutbound(platform, await allowOutbound(db, body.entry)),
  }),

  disallowOutbound: operation({
    method: 'delete',
    path: '/owner/settings/outbound/{entry}',
    scope: 'owner',
    summary: 'Remove an allowed outbound address',
    tx: 'write',
    success: 200,
    response: OutboundState,
    run: async ({ db, platform, params }) => showOutbound(platform, await disallowOutbound(db, params.entry)),
  }),

  changeLimits: operation({
    method: 'patch',
    path: '/owner/settings/limits',
    scope: 'owner',
    summary: 'Change the limits of the workspace',
    tx: 'none',
    body: LimitChanges,
    success: 200,
    response: Settings,
    errors: ['not_found'],
    async run({ platform, workspace, actor, body, now, write, fail }) {
      const updated = await write(({ db }) => updateWorkspace(db, workspace.id, { limits: body }, { actor, now }));
      if (!updated) throw fail('not_found');
      return showSettings(platform, updated, now);
    },
  }),

  startTrial: operation({
    method: 'post',
    path: '/owner/settings/trial',
    scope: 'owner',
    summary: 'Put the workspace on trial until a moment',
    description: 'After the trial the workspace can only be read and exported; the owner can still change settings.',
    tx: 'none',
    body: TrialDraft,
    success: 200,
    response: Settings,
    errors: ['not_found'],
    async run({ platform, workspace, actor, body, now, write, fail }) {
      if (body.endsAt <= now) throw invalid('body.endsAt', 'must be in the future');
      const changes = { trialEndsAt: body.endsAt };
      const updated = await write(({ db }) => updateWorkspace(db, workspace.id, changes, { actor, now }));
      if (!updated) throw fail('not_found');
      return showSettings(platform, updated, now);
    },
  }),

  endTrial: operation({
    method: 'delete',
    path: '/owner/settings/trial',
    scope: 'owner',
    summary: 'End the trial and unlock the workspace permanently',
    tx: 'none',
    success: 200,
    response: Settings,
    errors: ['not_found'],
    async run({ platform, workspace, actor, now, write, fail }) {
      const updated = await write(({ db }) => updateWorkspace(db, workspace.id, { trialEndsAt: null }, { actor, now }));
      if (!updated) throw fail('not_found');
      return showSettings(platform, updated, now);
    },
  }),

  listLicences: operation({
    method: 'get',
    path: '/owner/licences',
    scope: 'console',
    summary: 'List the packages in this program and their licences',
    tx: 'read',
    success: 200,
    response: Licences,
    run: async () => ({ data: licences }),
  }),
} satisfies Operations;
