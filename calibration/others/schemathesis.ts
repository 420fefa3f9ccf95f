import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installSchemathesis, versions } from './install.ts';
import { document, type Tool } from './tool.ts';

/** A part of its report. */
interface Report {
  readonly failures: readonly {
    readonly code: string;
    readonly title: string;
    readonly operations: readonly string[];
  }[];
}

const bound = { timeout: 600_000, maxBuffer: 2 ** 28 };

/** With one seed, so that what differs between two runs is the deployment. */
export async function schemathesis(): Promise<Tool> {
  const executable = await installSchemathesis();
  return {
    name: `Schemathesis ${versions.schemathesis}`,
    command: `schemathesis run ${document} --url … -H "X-API-Key: …"`,
    accuses: async ({ baseUrl, settings, folder }) => {
      const report = join(folder, 'schemathesis.json');
      const key = `X-API-Key: ${settings['GV_AUTOMATION_KEY']}`;
      const target = [resolve(document), '--url', baseUrl, '-H', key];
      const output = ['--report', 'json', '--report-json-path', report];
      const args = ['run', ...target, '--seed', '1', ...output];
      // Its exit code is that of its verdict; without a report, reading fails.
      await promisify(execFile)(executable, args, { cwd: folder, ...bound }).catch(() => undefined);
      const { failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      return failures.flatMap(({ code, title, operations }) =>
        operations.map(operation => `${code} ${title}: ${operation}`),
      );
    },
  };
}
