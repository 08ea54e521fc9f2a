import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
import { EventKind } from '../events.ts';

export const installationStates = ['CONNECTED', 'ERROR', 'EXPIRED', 'DISCONNECTED'] as const;
const InstallationState = z.enum(installationStates).meta({ id: 'InstallationState' });
export type InstallationState = (typeof installationStates)[number];

export const jobStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'RETRYING'] as const;
export const IntegrationJobStatus = z.enum(jobStatuses).meta({ id: 'IntegrationJobStatus' });
export type JobStatus = (typeof jobStatuses)[number];

const installationFields = {
  id: z.string(),
  connector: z.string(),
  account: z.string().nullable().describe('Name of the account: a host, an e-mail address, a folder.'),
  state: InstallationState.describe('EXPIRED: consent is needed, again or for the first time.'),
  error: Fault.nullable().describe('Why it is ERROR or EXPIRED.'),
  checkedAt: z.string().nullable(),
  latencyMs: z.int().nullable().describe('Duration of the last check.'),
  connectedAt: z.string().nullable(),
  disconnectedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Installation = z.object(installationFields).meta({ id: 'IntegrationInstallation' });
export type Installation = z.infer<typeof Installation>;

export const NewInstallation = z
  .object({
    ...installationFields,
    authorizationUrl: z
      .string()
      .nullable()
      .describe('URL at which a browser on this machine gives consent within 10 minutes; null if none is needed.'),
    feedUrl: z
      .string()
      .nullable()
      .describe('The private address of a feed, on the local network while that is open. Shown only once.'),
  })
  .meta({ id: 'NewIntegrationInstallation' });

const Credentials = z
  .record(z.string().max(100), z.unknown())
  .describe('According to the connector’s `credentialsSchema`.');
export const InstallationDraft = z.strictObject({
  connector: z.string().min(1).max(60),
  credentials: Credentials.optional(),
});
export const CredentialsDraft = z.strictObject({ credentials: Credentials });

const JsonSchema = z.record(z.string(), z.unknown());
export const ConnectorEntry = z
  .object({
    key: z.string(),
    name: z.string(),
    credentialsSchema: JsonSchema.describe('JSON Schema of the form that connects it.'),
    usesOAuth: z.boolean(),
    actions: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        events: z.array(EventKind).nullable().describe('The event kinds that it accepts; null for any.'),
        configSchema: JsonSchema,
      }),
    ),
    installations: z.array(Installation),
  })
  .meta({ id: 'IntegrationConnector' });

export const CheckResult = z
  .object({
    id: z.string(),
    state: InstallationState,
    ok: z.boolean(),
    latencyMs: z.int().nullable(),
    checkedAt: z.string().nullable(),
    error: Fault.nullable(),
  })
  .meta({ id: 'IntegrationCheck' });

export const TargetEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    hasChildren: z.boolean().describe('Whether this id as `targetId` lists its children.'),
  })
  .meta({ id: 'IntegrationTarget' });

const EventName = z.string().min(1).max(60).describe('An event kind; anything else is 422.');
const ActionKey = z.string().min(1).max(60).describe('An action of the connector; anything else is 422.');
const Config = z
  .record(z.string().max(200), z.unknown())
  .describe('According to the action’s `configSchema`; else 422.');

export const BindingDraft = z.strictObject({
  installationId: z.string().min(1).max(40),
  eventName: EventName,
  action: ActionKey,
  config: Config.optional(),
});
export type BindingDraft = z.infer<typeof BindingDraft>;

export const BindingChanges = z.strictObject({
  eventName: EventName.optional(),
  action: ActionKey.optional(),
  config: Config.optional(),
  active: z.boolean().optional().describe('`true` also clears `disabledReason`; `false` fails waiting jobs.'),
});

const disabledReasons = ['binding_disabled', 'binding_failing', 'installation_disconnected'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const Binding = z
  .object({
    id: z.string(),
    installationId: z.string(),
    eventName: EventKind,
    action: z.string(),
    config: z.record(z.string(), z.unknown()),
    active: z.boolean(),
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .describe('`binding_failing`: disabled after 50 failed jobs in a row.'),
    disabledAt: z.string().nullable(),
    failureCount: z.int().describe('Failed jobs since the last success.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'IntegrationBinding' });
export type Binding = z.infer<typeof Binding>;

export const Preview = z
  .object({
    event: z.record(z.string(), z.unknown()).describe('The newest event of that kind, or an example.'),
    isExample: z.boolean(),
    filled: z.record(z.string(), z.unknown()).describe('What the action would send.'),
  })
  .meta({ id: 'IntegrationPreview' });

const jobFields = {
  id: z.string(),
  installationId: z.string(),
  bindingId: z.string(),
  eventId: z.string(),
  eventName: z.string(),
  action: z.string(),
  resourceId: z
    .string()
    .describe('The subject of the event. Jobs with the same resource, action and target keep their order.'),
  status: IntegrationJobStatus,
  attemptCount: z.int(),
  nextAttemptAt: z.string().nullable(),
  error: Fault.nullable(),
  reference: z.string().nullable().describe('The other system’s id of what was created.'),
  finishedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const SyncJob = z.object(jobFields).meta({ id: 'IntegrationSyncJob' });
export type SyncJob = z.infer<typeof SyncJob>;

const SyncAttempt = z.object({
  number: z.int(),
  at: z.string(),
  durationMs: z.int(),
  request: z.string().nullable().describe('Summary of the request, without secrets.'),
  response: z.string().nullable().describe('Beginning of the response.'),
  error: Fault.nullable(),
});
export type SyncAttempt = z.infer<typeof SyncAttempt>;

export const SyncJobDetail = z
  .object({ ...jobFields, event: z.record(z.string(), z.unknown()), attempts: z.array(SyncAttempt) })
  .meta({ id: 'IntegrationSyncJobDetail' });
export type SyncJobDetail = z.infer<typeof SyncJobDetail>;
