import { expect } from '#test';
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
    expectMessage(run, `${gone.baseUrl} does not answer (no response: ECONNREFUSED)`);
    expect(run.result?.verdict).toBe('error');
  });

  test('the key is refused', async ({ reference, conformance }) => {
    const { baseUrl } = await reference();
    const run = await conformance({ GV_BASE_URL: baseUrl, GV_API_KEY: 'not-a-key-of-anybody' });
    expectMessage(run, `${baseUrl} rejects GV_API_KEY with 401 (Invalid API key)`);
    expect(run.stdout + run.stderr).not.toContain('not-a-key-of-anybody');
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
