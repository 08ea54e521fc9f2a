import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy of a company, which opens connections for `CONNECT` and refuses all other requests. */
export class ProxyDouble {
  /** `host:port` of the connections asked for. */
  readonly targets: string[] = [];
  readonly credentials: (string | undefined)[] = [];
  url = '';
  /** Refuses with this status. */
  refusal: number | null = null;
  readonly #server = createServer((_request, response) => response.writeHead(405).end());

  async start(): Promise<this> {
    this.#server.on('connect', (request, client) => {
      this.targets.push(request.url ?? '');
      this.credentials.push(request.headers['proxy-authorization']);
      client.on('error', () => {});
      if (this.refusal !== null) {
        client.end(`HTTP/1.1 ${this.refusal} Refused\r\n\r\n`);
        return;
      }
      const { hostname, port } = new URL(`http://${request.url}`);
      const server = connect(Number(port || 80), hostname, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        server.pipe(client).pipe(server);
      });
      server.on('error', () => client.destroy());
      client.on('close', () => server.destroy());
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    onTestFinished(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return this;
  }
}
