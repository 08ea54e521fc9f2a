import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
import { EventKind } from '../events.ts';

export const installationStates = ['CONNECTED', 'ERROR', 'EXPIRED', 'DISCONNECTED'] as const;
const InstallationState = z.enum(installationStates).meta({
  id: 'InstallationState',
  description:
    'How a connection stands: it works, it failed when it was last used or checked, its consent is missing or has ended ' +
    '(EXPIRED), or it was given up (DISCONNECTED).',
});
export type InstallationState = (typeof installationStates)[number];

export const jobStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'RETRYING'] as const;
export const IntegrationJobStatus = z.enum(jobStatuses).meta({
  id: 'IntegrationJobStatus',
  description: 'How a job stands: queued, running, done, given up, or waiting for the next attempt (RETRYING).',
});
export type JobStatus = (typeof jobStatuses)[number];

const installationFields = {
  id: z.string(),
  connector: z.string().describe('The `key` of its connector.'),
  account: z
    .string()
    .nullable()
    .describe('Name of the account: a host, an e-mail address, a folder; null while it is unknown.'),
  state: InstallationState.describe('EXPIRED: consent is needed, again or for the first time.'),
  error: Fault.nullable().describe('Why it is ERROR or EXPIRED; null otherwise.'),
  checkedAt: z.string().nullable().describe('When it was last checked; null before the first check.'),
  latencyMs: z.int().min(0).nullable().describe('Milliseconds that the last check took; null without one.'),
  connectedAt: z.string().nullable().describe('When it last got working credentials; null before.'),
  disconnectedAt: z.string().nullable().describe('When it was disconnected; null unless it is.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Installation = z.object(installationFields).meta({ id: 'IntegrationInstallation' });
export type Installation = z.infer<typeof Installation>;

export const NewInstallation = z
  .object({
    ...installationFields,
    authorizationUrl: z.string().nullable().meta({
      format: 'uri',
      description: 'URL at which a browser on this machine gives consent within 10 minutes; null if none is needed.',
    }),
    feedUrl: z.string().nullable().meta({
      format: 'uri',
      description:
        'The private address of a feed, on the local network while that is open; null without one. Shown only once.',
    }),
  })
  .meta({ id: 'NewIntegrationInstallation' });

const Credentials = z
  .record(z.string().max(100), z.unknown())
  .describe('According to the connector’s `credentialsSchema`.');
export const InstallationDraft = z.strictObject({
  connector: z.string().min(1).max(60).describe('The `key` of a connector of the list.'),
  credentials: Credentials.optional(),
});
export const CredentialsDraft = z.strictObject({ credentials: Credentials });

const JsonSchema = z.record(z.string(), z.unknown());
export const ConnectorEntry = z
  .object({
    key: z.string().describe('Names the connector in requests.'),
    name: z.string().describe('What people call the system that it connects.'),
    credentialsSchema: JsonSchema.describe('JSON Schema of the form that connects it.'),
    usesOAuth: z.boolean().describe('Whether a person gives consent in a browser.'),
    actions: z
      .array(
        z.object({
          key: z.string().describe('Names the action in bindings.'),
          name: z.string().describe('What the action does, in English.'),
          events: z.array(EventKind).nullable().describe('The event kinds that it accepts; null for any.'),
          configSchema: JsonSchema.describe('JSON Schema of the `config` of its bindings.'),
        }),
      )
      .describe('What it can do on an event.'),
    installations: z.array(Installation).describe('Its connections in this workspace, oldest first.'),
  })
  .meta({ id: 'IntegrationConnector' });

export const CheckResult = z
  .object({
    id: z.string().describe('Id of the installation.'),
    state: InstallationState,
    ok: z.boolean().describe('Whether it works.'),
    latencyMs: z.int().min(0).nullable().describe('Milliseconds that the check took; null if it was never checked.'),
    checkedAt: z.string().nullable().describe('When it was checked; null if it never was.'),
    error: Fault.nullable().describe('Why it does not work; null if it does.'),
  })
  .meta({ id: 'IntegrationCheck' });

export const TargetEntry = z
  .object({
    id: z.string().describe('The other system’s id, for the `config` of a binding and for `targetId`.'),
    name: z.string().describe('What people call it.'),
    kind: z.string().describe('What it is: `spreadsheet`, `sheet`, `calendar`, `table`, `column`, `pipeline`, …'),
    hasChildren: z.boolean().describe('Whether this id as `targetId` lists its children.'),
  })
  .meta({ id: 'IntegrationTarget' });

const EventName = z.string().min(1).max(60).describe('An event kind; anything else is 422.');
const ActionKey = z.string().min(1).max(60).describe('An action of the connector; anything else is 422.');
const Config = z
  .record(z.string().max(200), z.unknown())
  .describe('According to the action’s `configSchema`; else 422.');

export const BindingDraft = z.strictObject({
  installationId: z.string().min(1).max(40).describe('Id of the installation that acts.'),
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

const BindingDisabledReason = z.enum(['binding_disabled', 'binding_failing', 'installation_disconnected']).meta({
  id: 'BindingDisabledReason',
  description:
    'Why a binding is off: by a PATCH, after 50 failed jobs in a row (`binding_failing`), or with its installation.',
});
export type DisabledReason = z.infer<typeof BindingDisabledReason>;

export const Binding = z
  .object({
    id: z.string(),
    installationId: z.string().describe('Id of the installation that acts.'),
    eventName: EventKind,
    action: z.string().describe('The `key` of the action of its connector.'),
    config: z.record(z.string(), z.unknown()).describe('According to the action’s `configSchema`.'),
    active: z.boolean().describe('Whether events become jobs.'),
    disabledReason: BindingDisabledReason.nullable().describe('Why it is off; null while it is on.'),
    disabledAt: z.string().nullable().describe('Since when it is off; null while it is on.'),
    failureCount: z.int().min(0).describe('Failed jobs since the last success.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'IntegrationBinding' });
export type Binding = z.infer<typeof Binding>;

export const Preview = z
  .object({
    event: z.record(z.string(), z.unknown()).describe('The newest event of that kind, or an example.'),
    isExample: z.boolean().describe('Whether it is an example, because no such event is in the log.'),
    filled: z.record(z.string(), z.unknown()).describe('What the action would send.'),
  })
  .meta({ id: 'IntegrationPreview' });

const jobFields = {
  id: z.string(),
  installationId: z.string().describe('Id of the installation that acts.'),
  bindingId: z.string().describe('Id of the binding, which may have been deleted since.'),
  eventId: z.string().describe('Id of the event that it sends.'),
  eventName: z.string().describe('The kind of that event.'),
  action: z.string().describe('The `key` of the action of the connector.'),
  resourceId: z
    .string()
    .describe('The subject of the event. Jobs with the same resource, action and target keep their order.'),
  status: IntegrationJobStatus,
  attemptCount: z.int().min(0).describe('How many attempts were begun.'),
  nextAttemptAt: z.string().nullable().describe('When it is tried next; null when it is not tried again.'),
  error: Fault.nullable().describe('Why the latest attempt failed; null if none did or it succeeded.'),
  reference: z.string().nullable().describe('The other system’s id of what was created; null if it told none.'),
  finishedAt: z.string().nullable().describe('When it succeeded or was given up; null before.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const SyncJob = z.object(jobFields).meta({ id: 'IntegrationSyncJob' });
export type SyncJob = z.infer<typeof SyncJob>;

const SyncAttempt = z.object({
  number: z.int().min(1).describe('Its place among the attempts of the job, from 1.'),
  at: z.string().describe('When it began.'),
  durationMs: z.int().min(0).describe('Milliseconds until it ended.'),
  request: z.string().nullable().describe('Summary of the request, without secrets; null if none was sent.'),
  response: z.string().nullable().describe('Beginning of the response; null without one.'),
  error: Fault.nullable().describe('Why it failed; null if it succeeded.'),
});
export type SyncAttempt = z.infer<typeof SyncAttempt>;

export const SyncJobDetail = z
  .object({
    ...jobFields,
    event: z.record(z.string(), z.unknown()).describe('The event that it sends, as a webhook receives it.'),
    attempts: z.array(SyncAttempt).describe('Every attempt, oldest first.'),
  })
  .meta({ id: 'IntegrationSyncJobDetail' });
export type SyncJobDetail = z.infer<typeof SyncJobDetail>;
