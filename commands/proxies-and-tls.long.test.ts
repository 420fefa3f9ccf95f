/** Contract run and k6 alike: through the proxy of the environment, and to a target that demands a certificate. */
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { connect, type Server } from 'node:net';
import { join } from 'node:path';
import { expect } from '#test';
import { ownK6 } from '../load/k6/testing.ts';
import { listening } from '../fixtures/testing/loopback.ts';
import { selfSigned } from '../fixtures/testing/self-signed.ts';
import { command, everythingAllowed, test, type Run } from '../fixtures/testing/spawned.ts';

type Settings = Readonly<Record<string, string>>;

/** Programs that were served, as they name themselves. */
const served = new Set<string>();
const k6 = /k6\//i;

test.beforeEach(() => served.clear());

/** Hands a request on to the reference. */
const forward = (base: string) => (request: IncomingMessage, response: ServerResponse) => {
  served.add(request.headers['user-agent'] ?? 'none');
  const { pathname, search } = new URL(request.url ?? '', base);
  const { method, headers } = request;
  const onward = http.request(new URL(pathname + search, base), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
};

/** One read by the contract half, and a second of load. */
async function bothHalves(
  settings: Settings,
  cwd: string,
  conformance: (settings: Settings, ...args: string[]) => Promise<Run>,
): Promise<readonly unknown[]> {
  const run = await conformance(settings, '--grep=wallet.fields', '--project=contract');
  const load = await command('traffic', [], {
    cwd,
    settings: {
      ...settings,
      GV_K6: await ownK6(),
      GV_OUT: join(cwd, 'load'),
      GV_LOAD_DURATION: '1',
    },
  });
  const { verdict } = run.result?.requirements.find(({ id }) => id === 'wallet.fields') ?? {};
  return [verdict, load.code];
}

test('HTTP_PROXY is respected, and names that only the proxy knows', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference();
  const { GV_BASE_URL: base = '' } = settings;
  const { hostname, port } = new URL(base);
  const proxy = http.createServer(forward(base));
  proxy.on('connect', (_, socket) => {
    served.add('a tunnel');
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on('error', () => onward.destroy());
  });
  try {
    const through = {
      ...settings,
      ...everythingAllowed,
      GV_BASE_URL: 'http://vouchers.test',
      HTTP_PROXY: `http://${await listening(proxy)}`,
    };
    expect(await bothHalves(through, cwd, conformance)).toEqual(['passed', 0]);
    expect([...served]).toContainEqual(expect.stringMatching(k6));
    expect([...served].filter(agent => !k6.test(agent))).not.toEqual([]);
  } finally {
    close(proxy);
  }
});

test('a certificate that the target demands of its clients is shown', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference();
  const [cert, key] = [join(cwd, 'cert.pem'), join(cwd, 'key.pem')];
  selfSigned({ key, cert });
  const own = { key: readFileSync(key), cert: readFileSync(cert), ca: readFileSync(cert) };
  const front = https.createServer(
    { ...own, requestCert: true },
    forward(settings['GV_BASE_URL'] ?? ''),
  );
  try {
    const secure = {
      ...settings,
      ...everythingAllowed,
      GV_BASE_URL: `https://${await listening(front)}`,
      GV_CA_FILE: cert,
    };
    const withCertificate = { ...secure, GV_CLIENT_CERT: cert, GV_CLIENT_KEY: key };
    expect(await bothHalves(withCertificate, cwd, conformance)).toEqual(['passed', 0]);
    expect([...served]).toContainEqual(expect.stringMatching(k6));
    const without = await conformance(secure, '--grep=wallet.fields');
    expect(without.code).toBe(3);
    expect(without.stdout).toContain('GV_CLIENT_CERT');
  } finally {
    close(front);
  }
});

function close(server: Server & { closeAllConnections?: () => void }): void {
  server.close();
  server.closeAllConnections?.();
}
