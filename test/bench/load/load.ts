import { connect, type Socket } from 'node:net';

export interface Load {
  requestsPerSecond: number;
  meanMs: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** More headers than those of every request. */
  headers?: Record<string, string>;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * A closed loop over keep-alive connections. Plain sockets and minimal parsing, because a load generator slower than the
 * server measures itself. Throws when a response is not 2xx, so errors never count as speed. With `requestsPerSecond` all
 * connections together send at that rate, and latency counts from the intended send time, which avoids coordinated
 * omission.
 */
export async function load(
  url: string,
  key: string,
  requests: Request[],
  {
    connections = 50,
    seconds = 4,
    requestsPerSecond = null,
  }: { connections?: number; seconds?: number; requestsPerSecond?: number | null } = {},
): Promise<Load> {
  const { hostname, port, host } = new URL(url);
  const wire = requests.map((request) => toWire(host, key, request));
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const gapMs = requestsPerSecond === null ? 0 : (1_000 * connections) / requestsPerSecond;
  const runOne = (socket: Socket, index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let dueAt = startedAt + (gapMs * index) / connections;
      let sentAt = 0;
      let buffered = Buffer.alloc(0);
      const send = () => {
        if (performance.now() >= endsAt) {
          socket.destroy();
          return resolve();
        }
        const now = performance.now();
        if (gapMs > 0 && now < dueAt) return setTimeout(send, dueAt - now);
        sentAt = gapMs > 0 ? dueAt : now;
        dueAt += gapMs;
        socket.write(wire[next++ % wire.length] as Buffer);
      };
      socket.on('data', (chunk) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
        const end = buffered.indexOf(headEnd);
        if (end < 0) return;
        const head = buffered.toString('latin1', 0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (buffered.length < end + headEnd.length + length) return;
        if (!head.startsWith('HTTP/1.1 2')) return reject(new Error(`An answer was not 2xx: ${buffered.toString()}`));
        times.push(performance.now() - sentAt);
        buffered = buffered.subarray(end + headEnd.length + length);
        send();
      });
      socket.once('error', reject);
      socket.once('connect', send);
    });
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map(runOne));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (quantile: number): number => times[Math.floor(quantile * (times.length - 1))] ?? Number.NaN;
  const meanMs = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { requestsPerSecond: times.length / elapsedSeconds, meanMs, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function toWire(host: string, key: string, { method, path, body, headers = {} }: Request): Buffer {
  const payload = body ? JSON.stringify(body) : '';
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`);
}
