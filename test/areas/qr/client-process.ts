import { readdirSync, readFileSync } from 'node:fs';

/** The ids of the client processes that `parent` has started. Linux only, like the tests that kill them. */
export function clientProcessesOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((id) => {
    try {
      const parentId = Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      return parentId === parent && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('qr-client.worker.');
    } catch {
      return false;
    }
  });
}

/** The one client process that this test has started. */
export function ownClientProcess(): number {
  const [id, ...others] = clientProcessesOf(process.pid);
  if (id === undefined || others.length > 0) throw new Error('There is not one client process');
  return id;
}
