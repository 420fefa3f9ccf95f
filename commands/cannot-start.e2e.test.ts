import { createServer } from 'node:http';
import { expect } from '#test';
import { listening } from '../fixtures/testing/loopback.ts';
import { test, type Run } from '../fixtures/testing/spawned.ts';

test.describe('a run that cannot start ends with 3 and one message', () => {
  const expectMessage = ({ code, stdout, stderr }: Run, message: string) => {
    const printed = stdout + stderr;
    expect(code).toBe(3);
    expect(printed.split(message), printed).toHaveLength(2);
    expect(printed).not.toMatch(/^\s+at /m);
  };

  test('nothing answers', async ({ reference, conformance }) => {
    const gone = await reference();
    await gone.close();
    const run = await conformance(gone.settings);
    expectMessage(run, `: nothing listens at ${new URL(gone.baseUrl).host}. Is GV_BASE_URL right`);
    expect(run.result?.verdict).toBe('error');
  });

  test('the key is refused', async ({ reference, conformance }) => {
    const { baseUrl } = await reference();
    const run = await conformance({ GV_BASE_URL: baseUrl, GV_API_KEY: 'not-a-key-of-anybody' });
    expectMessage(run, `${baseUrl} rejects GV_API_KEY with 401 (Invalid API key)`);
    expect(run.stdout + run.stderr).not.toContain('not-a-key-of-anybody');
  });

  test('the service moved to https', async ({ conformance }) => {
    const server = createServer((request, response) =>
      response.writeHead(301, { Location: `https://${request.headers.host}${request.url}` }).end(),
    );
    const address = await listening(server);
    const run = await conformance({ GV_BASE_URL: `http://${address}`, GV_API_KEY: 'some-key' });
    server.close();
    expectMessage(run, `Set GV_BASE_URL to https://${address}.`);
    expect(run.result?.verdict).toBe('error');
  });

  test('the prefix is wrong', async ({ reference, conformance }) => {
    const { baseUrl } = await reference();
    const run = await conformance({ GV_BASE_URL: `${baseUrl}/nowhere`, GV_API_KEY: 'some-key' });
    expectMessage(run, `is there, and the API is not below ${baseUrl}/nowhere`);
  });

  test('two settings are malformed: both are named and nothing is sent', async ({
    reference,
    conformance,
  }) => {
    let sent = 0;
    const { settings } = await reference({ onRequest: () => sent++ });
    const run = await conformance({ ...settings, GV_TIMEOUT: 'soon', GV_ALLOW: 'write,destroy' });
    expectMessage(run, 'The configuration is not usable');
    expectMessage(run, 'GV_TIMEOUT: ');
    expectMessage(run, 'GV_ALLOW: ');
    expect(sent).toBe(0);
  });

  test('the file that GV_ENV names is missing', async ({ conformance }) => {
    expectMessage(
      await conformance({ GV_ENV: 'nowhere' }),
      'GV_ENV: there is no file .env.nowhere',
    );
  });
});
