import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What a process prints that logs these, as our own code would by mistake. */
function printLogged(fields: object, message: string): string {
  const code = `
    import { createLog } from './server/platform/log.ts';
    createLog('info').info({ ...${JSON.stringify(fields)}, err: new Error(${JSON.stringify(message)}) }, ${JSON.stringify(message)});`;
  return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', code], { encoding: 'utf8' }).stderr;
}

test('secrets are redacted anywhere in a log line', () => {
  const secrets = {
    key: 'fd_live_canary0123456789',
    signing: 'whsec_canary+/=',
    header: 'Bearer canary.token',
    access: `EAA${'canary'.repeat(5)}`,
    vendor: 'sk-canary-0123456789',
  };
  const line = printLogged({ inside: { secrets } }, Object.values(secrets).join(' and '));
  expect(line).not.toContain('canary');
  expect(line.split('[secret]').length - 1).toBeGreaterThanOrEqual(3 * Object.keys(secrets).length);
});
