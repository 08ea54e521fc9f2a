import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server (`--import`): measures blocks of its event loop in CPU time of the main thread, which ignores other
 * programs on the machine. `GET /` at the port in WATCH_FILE returns the longest block since the last call.
 */
const file = process.env.WATCH_FILE;

if (isMainThread && file) {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let last = usedMs();
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, 1);
  const server = createServer((_request, response) => {
    look();
    response.end(String(longest));
    longest = 0;
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') writeFileSync(file, String(address.port));
  });
}
