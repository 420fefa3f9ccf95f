/** recipes/night, by linters of others. */
import sys, prometheus_client.parser as older, prometheus_client.openmetrics.parser as newer
text = open(sys.argv[1]).read()
read = [sorted((s.name, tuple(sorted(s.labels.items())), s.value) for f in each(text) for s in f.samples)
        for each in (older.text_string_to_metric_families, newer.text_string_to_metric_families)]
assert read[0] == read[1], 'they differ'
print('\\n'.join(sorted({name for name, _, _ in read[0]})))
`;
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '#test';
import { limiter, wallet, requirement, result } from '../../reports/testing/samples.ts';
import { metrics } from '../../reports/formats/metrics.ts';
import { run } from '../../load/k6/k6.ts';
import { projectFile, test } from '../../fixtures/testing/spawned.ts';
import { expectClean, expectFinding, goProgram, python } from './tools.ts';

const file = (name: string) => projectFile(`recipes/night/${name}`);
const text = (name: string) => readFileSync(file(name), 'utf8');

/** The file with a mistake in it. */
function planted(folder: string, name: string, from: string, to: string): string {
  expect(text(name)).toContain(from);
  const copy = join(folder, name);
  writeFileSync(copy, text(name).replace(from, to));
  return copy;
}

test('the script, by ShellCheck', async ({ cwd }) => {
  const shellcheck = (await python())('shellcheck');
  await expectClean(shellcheck, file('night.sh'));
  const wrong = planted(cwd, 'night.sh', '"$json" "$log"', '$json "$log"');
  await expectFinding('SC2086', shellcheck, wrong);
});

test('the alerts, by the reader of Prometheus', async ({ cwd }) => {
  const rules = await goProgram('rules', '.');
  await expectClean(rules, file('alerts.yml'));
  await expectFinding(
    'could not parse expression',
    rules,
    planted(cwd, 'alerts.yml', 'time() -', 'time( -'),
  );
  await expectFinding('field', rules, planted(cwd, 'alerts.yml', '        for:', '        fro:'));
});

test('the queries of the dashboard, by the same reader', async ({ cwd }) => {
  const { panels } = JSON.parse(text('grafana.json')) as {
    panels: readonly { targets: readonly { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, at) => ({ record: `query_${at}`, expr }));
  const copy = join(cwd, 'queries.yml');
  writeFileSync(copy, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  await expectClean(await goProgram('rules', '.'), copy);
});

test('the metrics that the alerts ask for, by the parsers of OpenMetrics and of the older format', async ({
  cwd,
}) => {
  const programs = await python();
  const prom = join(cwd, 'metrics.prom');
  const said = 'a "b" \\ {c="d"}\n# EOF\n';
  const run1 = result({
    target: { ...result({}).target, baseUrl: said },
    requirements: [requirement('wallet.fields', { verdict: 'passed' })],
    limiters: [limiter(60)],
    exchanges: wallet(10, [{ balance: 1 }]),
    spend: { GBP: 1 },
  });
  writeFileSync(prom, await metrics(run1));
  const script = `
  const { ok, output } = await run(programs('python'), ['-c', script, prom]);
  expect(ok, output).toBe(true);
  const names = output.split('\n');
  const wanted = text('alerts.yml').match(/gift_voucher_\w+/g) ?? [];
  expect(names).toEqual(expect.arrayContaining([...new Set(wanted)]));
  writeFileSync(prom, (await metrics(run1)).replace('# EOF\n', ''));
  await expectFinding('Missing # EOF', programs('python'), '-c', script, prom);
});

test('the units, by systemd', async ({ cwd }) => {
  test.skip(!(await run('systemd-analyze', ['--version'])).ok, 'there is no systemd-analyze');
  const folder = join(cwd, 'units');
  mkdirSync(folder);
  const name = 'gift-voucher-night.service';
  const service = join(folder, name);
  // It looks for the program.
  const installed = '/opt/gift-voucher/node_modules/gift-voucher-conformance/dist/';
  const here = text(name).replaceAll(installed, projectFile('.'));
  writeFileSync(service, here);
  copyFileSync(file('gift-voucher-night.timer'), join(folder, 'gift-voucher-night.timer'));
  const metricsFile = join(folder, `${name}.d`, 'metrics.conf');
  mkdirSync(join(folder, `${name}.d`));
  copyFileSync(file('metrics.conf'), metricsFile);
  const verify = ['verify', service, join(folder, 'gift-voucher-night.timer')];
  const { ok, output } = await run('systemd-analyze', verify);
  expect(ok, output).toBe(true);
  expect(output).toBe('');
  writeFileSync(metricsFile, text('metrics.conf').replace('ReadWritePaths', 'ReadWritePath'));
  expect((await run('systemd-analyze', verify)).output).toContain('ReadWritePath');
  writeFileSync(service, here.replace('Type=oneshot', 'Type=oneshoot'));
  expect((await run('systemd-analyze', verify)).output).toContain('oneshoot');
});

test('the metrics go to a folder that the service may write to, as a member of a group', () => {
  const [, written = ''] = /^Environment=NIGHT_METRICS=(\S+)$/m.exec(text('metrics.conf')) ?? [];
  expect(text('metrics.conf')).toContain(`\nReadWritePaths=${dirname(written)}\n`);
  const [, group = ''] = /^SupplementaryGroups=(\S+)$/m.exec(text('metrics.conf')) ?? [];
  for (const command of [`groupadd --system ${group}`, `chgrp ${group} ${dirname(written)}`])
    expect(text('README.md')).toContain(`\n${command}\n`);
});

test('the line of cron has five fields and a command that is there', async () => {
  const [line, ...others] = text('crontab')
    .split('\n')
    .filter(each => /^[\d*]/.test(each));
  expect(others).toEqual([]);
  const [, command] = /^(?:\S+ ){5}(.+)$/.exec(line ?? '') ?? [];
  expect(command).not.toContain('%');
  await expectClean('sh', '-n', '-c', command ?? '');
});
