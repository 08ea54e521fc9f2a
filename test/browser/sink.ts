import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A receiver on loopback with configurable responses. */
export async function startSink(): Promise<{
  url: string;
  hostPort: string;
  answer: { status: number; text: string };
  got: string[];
}> {
  const answer = { status: 500, text: 'out of order' };
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push(body);
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${hostPort}/hooks`, hostPort, answer, got };
}
