import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { loadSecrets } from '../platform/access/secrets.ts';
import { applyRestore } from '../platform/backup/apply-restore.ts';
import { createBackup } from '../platform/backup/backup.ts';
import { examine } from '../platform/backup/doctor.ts';
import { stageRestore } from '../platform/backup/restore.ts';
import { isRestoreUnderWay, isRestoreUnproven, readRestoreFailure } from '../platform/backup/restore-state.ts';
import { hasDatabase } from '../platform/database/data-folder.ts';
import { LockedError } from '../platform/database/lock.ts';
import { minuteMs } from '../platform/durations.ts';
import { version } from '../version.ts';
import { type Command, CommandError, defineCommand } from './command.ts';
import { assertHasData } from './open-home.ts';
import { program } from './usage.ts';

/** Time for a running server to stop, apply the restore and start again. */
const serverPatienceMs = minuteMs;

const FileInput = z.strictObject({
  file: z
    .string()
    .min(1)
    .transform((path) => resolve(path)),
});

export const commands: Record<string, Command> = {
  backup: defineCommand({
    details: 'The file contains the secret key: keep it as safe as the shop itself.',
    examples: ['backup /media/usb/frontdesk.zip'],
    positionals: { file: 'The file to write' },
    options: { force: { about: 'Replace the file if it exists' } },
    input: FileInput.extend({ force: z.boolean().default(false) }),
    async run({ file, force }, call) {
      assertHasData(call);
      if (!force && existsSync(file)) throw new CommandError(`${file} already exists: --force replaces it`);
      const report = await createBackup({
        home: call.config.home,
        target: file,
        secretKey: (await loadSecrets(call.config.home)).exportKey(),
        appVersion: version,
        now: call.now,
      });
      const lost = report.lostBlobs.length;
      const { fileCount, lostFiles, outsideFolders } = report;
      const warnings = [
        ...(lost > 0 ? [` ${lost} files are missing in the data folder and so in the backup.`] : []),
        ...(lostFiles.length > 0 ? [` It does not hold ${lostFiles.join(', ')}: unreadable or too large.`] : []),
        ...(outsideFolders.length > 0 ? [` It does not hold what is in ${outsideFolders.join(', ')}.`] : []),
      ];
      return {
        json: report,
        text: `${report.file} holds the database, ${report.blobCount} files, ${fileCount} workbooks and the secret key: keep it safe.${warnings.join('')}`,
      };
    },
  }),

  restore: defineCommand({
    details:
      'The backup is tried before it replaces the present data, which are moved aside within the data folder and put ' +
      'back if the server does not start. Nothing is sent until you resume sending.',
    examples: ['restore /media/usb/frontdesk.zip', 'restore /media/usb/frontdesk.zip --yes'],
    positionals: { file: 'A file that the backup wrote' },
    input: FileInput,
    warn: ({ file }, { config: { home } }) =>
      hasDatabase(home) ? `The backup ${file} replaces the data in ${home}, which are moved aside.` : null,
    async run({ file }, { config: { home }, now }) {
      const { manifest, keptIn } = await stageRestore(home, file, now);
      try {
        await applyRestore(home);
      } catch (error) {
        if (!(error instanceof LockedError)) throw error;
        await waitForServer(home);
        const failure = await readRestoreFailure(home, new Date());
        if (failure)
          throw new CommandError(`The backup was not restored, and the data are as before: ${failure.message}`);
        if (!existsSync(keptIn)) throw new CommandError('The backup was not restored: another restore came first');
      }
      const { createdAt, appVersion, schemaVersion, blobCount } = manifest;
      return {
        json: { file, createdAt, appVersion, schemaVersion, blobCount, keptIn },
        text: `The state of ${createdAt} with ${blobCount} files is back. What was there before is in ${keptIn}. Sending is paused: ${program} sending resume.`,
      };
    },
  }),

  doctor: defineCommand({
    examples: ['doctor', 'doctor --json'],
    input: z.strictObject({}),
    async run(_input, { config }) {
      const findings = await examine(config);
      const ok = findings.every((finding) => finding.ok);
      const lines = findings.map(
        ({ name, ok: isOk, detail, hint }) =>
          `${isOk ? 'ok  ' : 'FAIL'}  ${name}: ${detail}${hint === null ? '' : `. ${hint}`}`,
      );
      return { json: { ok, findings }, text: lines.join('\n'), exitCode: ok ? 0 : 1 };
    },
  }),
};

/** Waits until the running server has applied the staged restore. */
async function waitForServer(home: string): Promise<void> {
  const deadline = Date.now() + serverPatienceMs;
  while (isRestoreUnderWay(home) || isRestoreUnproven(home)) {
    if (Date.now() > deadline) {
      throw new CommandError('The server did not apply the restore in time: stop it and start it again');
    }
    await sleep(200);
  }
}
