import { readUsage } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import { type LanguageModel, readLanguageModel } from '../../../platform/language-model.ts';
import { listOutboundAllowed } from '../../../platform/net/outbound-addresses.ts';
import type { Platform } from '../../../platform/platform.ts';
import { version } from '../../../version.ts';
import { measureStorage } from './measure-storage.ts';
import { type LanguageModelState, LimitKinds, type OutboundState, type Settings } from './settings.schemas.ts';

export async function showSettings(platform: Platform, workspace: Workspace, now: string): Promise<Settings> {
  const db = platform.database.read;
  const usage = await readUsage(db, workspace.id, now);
  return {
    shop: workspace,
    languageModel: showLanguageModel(await readLanguageModel(db)),
    outbound: showOutbound(platform, await listOutboundAllowed(db)),
    usage: LimitKinds.map((kind) => ({
      kind,
      used: usage.find((one) => one.kind === kind)?.used ?? 0,
      limit: workspace.limits[kind] ?? null,
    })),
    trial: { endsAt: workspace.trialEndsAt, locked: isOver(workspace, now) },
    storage: await measureStorage(platform),
    version,
  };
}

/** Compares the time: the job that locks the workspace may run a minute later, but requests are rejected at once. */
const isOver = ({ trialEndsAt }: Workspace, now: string): boolean => trialEndsAt !== null && trialEndsAt <= now;

/** The model without its key. */
export const showLanguageModel = (model: LanguageModel | null): LanguageModelState =>
  model && { baseUrl: model.baseUrl, model: model.model, hasKey: model.sealedKey !== null };

export const showOutbound = ({ config }: Platform, allowed: string[]): OutboundState => ({
  allowed,
  fromEnvironment: config.outboundAllow,
});
