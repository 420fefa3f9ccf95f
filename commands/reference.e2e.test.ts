import { once } from 'node:events';
import { expect } from '#test';
import { keySettings } from '../fixtures/config/keys.ts';
import { ended, gv, start, test } from '../fixtures/testing/spawned.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`the reference prints its settings and requests, and ends on ${signal} with 0`, async ({
    cwd,
  }) => {
    const args = ['reference', '--port=0', '--prefix=/gateway/v2'];
    const child = start(gv, args, { cwd });
    const end = ended(child);
    try {
      // It comes in one or more pieces; the last setting ends with a blank line.
      let printed = '';
      child.stdout?.on('data', (text: string) => (printed += text));
      while (!/\n\n[^]*\n\n$/.test(printed)) await once(child.stdout!, 'data');
      const settings = Object.fromEntries(
        [...printed.matchAll(/^(GV_\w+)='?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
      ) as Record<string, string>;
      const baseUrl = settings['GV_BASE_URL'];
      expect(printed).toContain(`Reference at ${baseUrl}\n`);
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/gateway\/v2$/);

      const response = await fetch(`${baseUrl}/api/v1/business/wallet?x=1`, {
        headers: { 'X-API-Key': settings['GV_API_KEY'] ?? '' },
      });
      expect(response.status).toBe(200);
      await response.text();
      while (!printed.includes('/wallet')) await once(child.stdout!, 'data');
      child.kill(signal);
      const { code, stdout, stderr } = await end;
      const log = stdout.slice(stdout.lastIndexOf('\n\n') + 2);
      expect(log).toBe('200 GET /gateway/v2/api/v1/business/wallet?x=1 (business)\n');
      for (const name of Object.values(keySettings)) {
        expect(settings[name], name).toMatch(/.{8}/);
        expect(log).not.toContain(settings[name]);
      }
      expect(stderr).toBe('');
      expect(code).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
