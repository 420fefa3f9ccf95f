import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { installPrism, versions } from './install.ts';
import { requests, type Request } from './requests.ts';
import { document, type Subject, type Tool } from './tool.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** As it writes them to a header of each response. */
interface Violation {
  readonly location: readonly (string | number)[];
  readonly code: string | number;
}

/** It proxies requests and reports what in their responses is not as the document has it; here one good request an operation. */
export async function prism(): Promise<Tool> {
  const script = await installPrism();
  return {
    name: `Prism ${versions.prism}`,
    command: `prism proxy ${document} …, and one good request an operation`,
    accuses: async subject => {
      const port = await freePort();
      const args = [script, 'proxy', document, subject.baseUrl, '--port', `${port}`];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        for await (const line of createInterface(child.stdout))
          if (line.includes('is listening')) break;
        return await violations(`http://127.0.0.1:${port}`, subject);
      } finally {
        child.kill();
      }
    },
  };
}

async function violations(proxy: string, { baseUrl, settings }: Subject): Promise<string[]> {
  const send = ({ method, path, body }: Request, base: string) =>
    fetch(base + path, {
      method,
      headers: {
        'X-API-Key': settings['GV_AUTOMATION_KEY'] ?? '',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const list = async (name: string): Promise<readonly never[]> => {
    const response = await send({ method: 'GET', path: `/api/v1/business/${name}` }, baseUrl);
    const body = (await response.json().catch(() => ({}))) as Record<string, never[]>;
    return body[name] ?? [];
  };
  const [product] = await list('products');
  const [order = { _id: settings['GV_ORDER_UNKNOWN'] }] = await list('orders');
  const known = { product: product ?? fallback, orderId: (order as { _id: string })._id };
  const found: string[] = [];
  for (const request of requests(settings, known)) {
    const response = await send(request, proxy).catch(() => undefined);
    const place = `${request.method} ${withoutIds(request.path.split('?')[0]!)}`;
    for (const each of violationsOf(response))
      found.push(`${each.code} at ${each.location.join('.')}: ${place}`);
  }
  return [...new Set(found)];
}

/** Ids differ from deployment to deployment. */
const withoutIds = (path: string): string => path.replace(/\/[\w-]*\d[\w-]*$/, '/{id}');

const fallback = { productCode: 'NONE', merchant: 'None', currency: 'GBP', minPrice: 10 };

function violationsOf(response: Response | undefined): readonly Violation[] {
  if (!response) return [{ location: ['response'], code: 'none' }];
  return JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[];
}
