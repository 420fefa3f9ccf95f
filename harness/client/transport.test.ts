import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { get, raw, test } from '../../fixtures/testing/loopback.ts';
import { lazyCertificate } from '../../fixtures/testing/self-signed.ts';
import { withVariable } from '../../fixtures/testing/spawned.ts';
import { networkKind } from '../run/hosts/preflight-findings.ts';
import { NoResponse } from './response.ts';
import { createOpenWire } from './transport.ts';

test('headers keep their case, order and duplicates', async ({ send, serve }) => {
  const url = await serve(raw('200 OK', ['rAtElImIt-LiMiT: 10', 'X-A: 1', 'x-a: 2'], '[]'));
  expect(await send(get(url))).toEqual({
    status: 200,
    headers: [
      ['rAtElImIt-LiMiT', '10'],
      ['X-A', '1'],
      ['x-a', '2'],
      ['Content-Length', '2'],
    ],
    body: '[]',
  });
});

test('codings may be in several headers', async ({ send, serve }) => {
  const twice = ['Content-Encoding: gzip', 'Content-Encoding: br'];
  const url = await serve(raw('200 OK', twice, brotliCompressSync(gzipSync('[1]'))));
  expect((await send(get(url))).body).toBe('[1]');
});

test('headers of 200 KiB are read, and longer headers are named', async ({ send, serve }) => {
  const policy = (size: number) => raw('200 OK', [`X-Policy: ${'x'.repeat(size)}`], '[1]');
  expect((await send(get(await serve(policy(200 * 1024))))).body).toBe('[1]');
  const error = (await thrownBy(async () =>
    send(get(await serve(policy(300 * 1024)))),
  )) as NoResponse;
  expect(networkKind(error)).toBe('longHeaders');
});

test('a request is sent unchanged', async ({ send, serve }) => {
  let seen = '';
  const url = await serve((socket, request) => {
    seen = request;
    raw('201 Created', [])(socket, request);
  });
  const headers = { 'X-API-Key': 'secret-key', 'Content-Type': 'application/json' };
  const body = Buffer.from('{"name": "Zoë", broken');
  expect((await send(get(`${url}/?a=b%20c`, { method: 'POST', headers, body }))).status).toBe(201);
  const [head = '', sent] = seen.split('\r\n\r\n');
  expect(head).toContain('POST /?a=b%20c HTTP/1.1\r\n');
  const lines = head.toLowerCase().split('\r\n');
  for (const line of [
    'X-API-Key: secret-key',
    'Content-Type: application/json',
    'Accept: application/json',
    'Accept-Encoding: gzip, br',
    `Content-Length: ${body.length}`,
  ])
    expect(lines).toContain(line.toLowerCase());
  expect(sent).toBe('{"name": "Zoë", broken');
});

const zoe = '["Zoë"]';
for (const [what, name, sent, body = sent] of [
  ['gzip', 'GZIP', gzipSync(zoe), zoe],
  ['another name of gzip', 'x-gzip', gzipSync(zoe), zoe],
  ['brotli', 'br', brotliCompressSync(zoe), zoe],
  ['deflate', 'deflate', deflateSync(zoe), zoe],
  ['deflate without a header', 'deflate', deflateRawSync(zoe), zoe],
  ['gzip and then brotli', 'gzip, br', brotliCompressSync(gzipSync(zoe)), zoe],
  ['gzip twice', 'gzip,gzip', gzipSync(gzipSync(zoe)), zoe],
  ['gzip, and nothing more', 'identity, gzip', gzipSync(zoe), zoe],
  ['plain', 'gzip', '[1]'],
  ['plain', 'gzip, unknown', '[1]'],
  ['plain', 'utf-8', '[1]'],
  ['empty', 'gzip', ''],
] as const)
  test(`a body with Content-Encoding ${name} that is ${what} is read`, async ({ send, serve }) => {
    const url = await serve(raw('200 OK', [`Content-Encoding: ${name}`], sent));
    expect((await send(get(url))).body).toBe(body);
  });

test('each request has the extra headers of the settings', async ({ serve }) => {
  let seen = '';
  const url = await serve((socket, request) => {
    seen = request;
    raw('200 OK', [], '[]')(socket, request);
  });
  const { send, close } = createOpenWire({ headers: { 'X-Bypass': 'a b' } });
  await send(get(url)).finally(close);
  expect(seen).toMatch(/^X-Bypass: a b\r$/im);
});

const long = 'x'.repeat(2000);
for (const [name, sent, body] of [
  ['gzip', gzipSync(long), ''],
  ['plain', long, expect.any(String) as unknown],
] as const)
  test(`a body in ${name} that is too long is cut`, async ({ serve }) => {
    const url = await serve(raw('200 OK', [`Content-Encoding: ${name}`], sent));
    const { send, close } = createOpenWire({ maxBodyBytes: 1999 });
    expect(await send(get(url)).finally(close)).toMatchObject({ status: 200, body, cut: true });
  });

test('a certificate is verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
  const { key, cert, file } = lazyCertificate('IP:127.0.0.1', true)();
  const server = createServer({ key, cert }, (_, response) => response.end('[]'));
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await withVariable('NODE_TLS_REJECT_UNAUTHORIZED', '0', async () => {
      const code = 'CERT_HAS_EXPIRED';
      for (const tls of [{ GV_CA_FILE: file }, {}]) {
        const { send, close } = createOpenWire({ tls, direct: true });
        expect(await thrownBy(() => send(get(url)))).toMatchObject({ code });
        close();
      }
      // An https proxy gets the login of the proxy and, for plain http, the keys.
      for (const address of ['http://target.example/', 'https://target.example/'])
        await withVariable('HTTPS_PROXY', url, () =>
          withVariable('HTTP_PROXY', url, async () => {
            const { send, close } = createOpenWire();
            expect(await thrownBy(() => send(get(address)))).toMatchObject({ code });
            close();
          }),
        );
    });
  } finally {
    server.close();
  }
});

test('a proxy gets plain http requests with the whole address', async ({ serve }) => {
  const asked: string[] = [];
  const url = await serve((socket, request) => {
    asked.push(request);
    raw('200 OK', [], '[]')(socket, request);
  });
  await withVariable('HTTP_PROXY', url.replace('//', '//me:secret@'), async () => {
    const { send, close } = createOpenWire();
    for (const ownConnection of [false, true])
      expect((await send(get('http://vouchers.example/a?b=1', { ownConnection }))).body).toBe('[]');
    close();
  });
  for (const request of asked) {
    expect(request).toMatch(
      /^GET http:\/\/vouchers\.example\/a\?b=1 HTTP\/1\.1\r\nHost: vouchers\.example\r\n/i,
    );
    expect(request).toContain(`Proxy-Authorization: Basic ${btoa('me:secret')}`);
  }
  expect(asked.map(each => /^connection: (.*)$/m.exec(each)?.[1])).toEqual(['keep-alive', 'close']);
});

test('the 407 of a proxy is returned', async ({ serve }) => {
  const url = await serve(raw('407 Proxy Authentication Required', ['X-A: 1'], 'who?'));
  await withVariable('HTTP_PROXY', url, async () => {
    const { send, close } = createOpenWire();
    const answer = await send(get('http://vouchers.example')).finally(close);
    expect(answer).toMatchObject({ status: 407, body: 'who?' });
  });
});

test('a host in NO_PROXY gets requests without the proxy', async ({ serve }) => {
  const url = await serve(raw('200 OK', [], 'direct'));
  await withVariable('HTTP_PROXY', 'http://127.0.0.1:9', () =>
    withVariable('NO_PROXY', '127.0.0.0/8', async () => {
      const { send, close } = createOpenWire();
      expect((await send(get(url)).finally(close)).body).toBe('direct');
    }),
  );
});

test('an incomplete response keeps its status, its headers and what came of its body', async ({
  send,
  serve,
}) => {
  const url = await serve(socket => {
    socket.write('HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 100\r\n\r\n{"total": 1');
    setTimeout(() => socket.destroy(), 20);
  });
  expect(await send(get(url))).toEqual({
    status: 200,
    headers: [
      ['X-A', '1'],
      ['Content-Length', '100'],
    ],
    body: '{"total": 1',
    cut: true,
    ended: { after: 11, of: 100 },
  });
});

/** Returns the message of a failure without a response. It must not contain anything that was sent. */
async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error = await thrownBy(() => failing);
  expect(error).toBeInstanceOf(NoResponse);
  const { message, stack, cause } = error as Error;
  expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toContain('secret-key');
  expect(cause).toBeUndefined();
  return message;
}

test('a response that does not come in time, or not whole, counts as missing', async ({
  send,
  serve,
}) => {
  const begin = (socket: Socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"total": 1');
  for (const [respond, message] of [
    [() => {}, 'no response within 1000 ms'],
    [begin, 'status 200, and no whole response within 1000 ms: 11 bytes of its body'],
  ] as const) {
    const url = await serve(respond);
    const sent = send(get(`${url}?key=secret-key`, { timeoutMs: 1000 }));
    expect(await messageOf(sent)).toBe(message);
  }
});

test('a response that is not HTTP counts as missing', async ({ send, serve }) => {
  const url = await serve(socket => socket.end('secret-key?\r\n\r\n'));
  expect(await messageOf(send(get(url)))).toBe(
    'no response: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)',
  );
});

test('a target is not blamed if this process was too busy to read the response', async ({
  send,
  serve,
}) => {
  const url = await serve(raw('200 OK', [], '[]'));
  const sent = send(get(url, { timeoutMs: 200 }));
  for (const end = performance.now() + 600; performance.now() < end;);
  expect((await sent).body).toBe('[]');
});
