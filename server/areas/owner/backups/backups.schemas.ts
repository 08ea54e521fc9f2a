import { z } from 'zod';
import { MachineId, SpareMachine } from '../../../platform/machine/spare-machines.ts';
import { pauseReasons } from '../../../platform/work/sending-pause.ts';

export const Backup = z.object({
  name: z.string(),
  path: z.string(),
  sizeBytes: z.int(),
  createdAt: z.string(),
  reason: z.enum(['nightly', 'manual', 'pre_migration']).describe('`pre_migration`: before an update.'),
  verified: z.boolean().describe('Every byte was read back and verified.'),
  missing: z
    .object({
      count: z.int(),
      files: z.array(z.string()).describe('Paths of the first ones in the data folder; attachments have none.'),
    })
    .nullable()
    .describe('Files that it should contain, and does not: lost, unreadable or too large. Null until it is verified.'),
});
export type Backup = z.infer<typeof Backup>;

export const BackupProgress = z.object({
  kind: z.enum(['backup', 'verify', 'restore']),
  progress: z.int().min(0).max(100),
});

export const Backups = z.object({
  folder: z.string(),
  isDefaultFolder: z.boolean(),
  schedule: z.object({
    enabled: z.boolean(),
    hour: z.int().describe("In the first workspace's time zone."),
    timezone: z.string(),
  }),
  items: z.array(Backup).describe('Newest first.'),
  running: BackupProgress.nullable(),
  lastFailure: z
    .object({ at: z.string(), message: z.string() })
    .nullable()
    .describe('The last failed backup, until one succeeds.'),
  lastRestoreFailure: z
    .object({ at: z.string(), createdAt: z.string().describe('Creation time of the backup.'), message: z.string() })
    .nullable()
    .describe('A restore from the last week that was undone because the server did not start with its data.'),
  outsideFolders: z
    .array(z.string())
    .describe('Folders of this machine that workspaces write to; backups do not contain their files.'),
});
export type Backups = z.infer<typeof Backups>;

export const BackupChanges = z.strictObject({
  folder: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .nullable()
    .optional()
    .describe('An absolute path; null for the folder `backups` in the data folder.'),
  schedule: z.strictObject({ enabled: z.boolean().optional(), hour: z.int().min(0).max(23).optional() }).optional(),
});
export type BackupChanges = z.infer<typeof BackupChanges>;

export const BackupStarted = z.object({ running: BackupProgress });

export const RestoreStarted = z.object({
  createdAt: z.string().describe('Creation time of the backup.'),
  blobCount: z.int(),
});
export type RestoreStarted = z.infer<typeof RestoreStarted>;

export const PauseReason = z
  .enum(pauseReasons)
  .describe(
    '`restored`: a backup was restored. `moved`: the data folder is on another machine, in another place or a copy; the ' +
      'channels stay closed, too.',
  );

export const SendingState = z.object({
  paused: z.boolean(),
  reason: PauseReason.nullable(),
});
export type SendingState = z.infer<typeof SendingState>;

export const MachineView = z.object({
  id: MachineId.nullable().describe('Null where the machine has no id, as in a container without FRONTDESK_MACHINE.'),
  name: z.string(),
  spares: z.array(SpareMachine).describe('Machines on which a copy of the data folder sends without asking.'),
});
export type MachineView = z.infer<typeof MachineView>;
