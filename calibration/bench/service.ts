/** A service that costs next to nothing, so that the benchmark measures the client. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../fixtures/reference/server.ts';
import { path } from './path.ts';

export interface Service {
  readonly baseUrl: string;
  /** Responses so far. */
  served(): number;
  close(): Promise<void>;
}

/** Sends the reference's response for one route to every request. */
export async function startService(): Promise<Service> {
  const reference = await startReference();
  const response = await fetch(reference.baseUrl + path, {
    headers: { 'X-API-Key': reference.settings['GV_API_KEY'] ?? '' },
  });
  const body = Buffer.from(await response.text());
  await reference.close();
  let served = 0;
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const server = createServer((_request, response) => {
    served += 1;
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    served: () => served,
    close: () =>
      new Promise(closed => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
