/** A service that costs next to nothing, so that what is measured is who asks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../fixtures/reference/server.ts';

export const path = '/api/v1/business/products/filters';

export interface Service {
  readonly baseUrl: string;
  /** Requests that were answered so far. */
  served(): number;
  close(): Promise<void>;
}

/** Gives the reference's answer for one route, whatever is asked. */
export async function startService(): Promise<Service> {
  const reference = await startReference();
  const answer = await fetch(reference.baseUrl + path, {
    headers: { 'X-API-Key': reference.settings['GV_API_KEY'] ?? '' },
  });
  const body = Buffer.from(await answer.text());
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
