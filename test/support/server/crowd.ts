import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens connections that all send the same bytes, and counts the server's responses and closed connections. */
export function crowd(url: string, count: number, text: string | Buffer) {
  const { port } = new URL(url);
  let closed = 0;
  let sent = 0;
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    socket
      .on('error', () => {})
      .on('close', () => {
        closed += 1;
      });
    socket.write(text, () => {
      sent += 1;
    });
    return socket.on('data', (bytes) => answers.push(bytes.toString('utf8')));
  });
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(leave);
  return { answers, closed: () => closed, isThrough: () => closed + sent >= count, leave };
}

/** A request whose body ends a thousand bytes too early. */
export const unfinished = (path: string, size: number, headers: readonly string[] = []): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1`, ...headers, `Content-Length: ${size + 1_000}`, '', ''].join('\r\n'),
    ),
    Buffer.alloc(size, 'a'),
  ]);
