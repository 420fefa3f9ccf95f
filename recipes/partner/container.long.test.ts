/** Tests the container path of the README without a container: its folders, its variables, and an unknown user. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import {
  ended,
  everythingAllowed,
  gv,
  projectFile,
  start,
  test,
} from '../../fixtures/testing/spawned.ts';

const read = (file: string) => readFileSync(projectFile(`recipes/partner/${file}`), 'utf8');
const readme = read('README.md').replaceAll('\\\n', ' ');
const containerfile = read('../Containerfile').replaceAll('\\\n', ' ');

test('the Kubernetes night calls the script at its path in the image', () => {
  const manifest = readFileSync(projectFile('recipes/night/kubernetes.yaml'), 'utf8');
  const [, installed = ''] = /"(\/\S+)\/\.bin\/gift-voucher-conformance"/.exec(containerfile) ?? [];
  expect(installed).toBe('/suite/node_modules');
  expect(manifest).toContain(`'${installed}/gift-voucher-conformance/recipes/night/night.sh'`);
});

const stranger = 12345;

test('from an empty folder to a certificate, as any user', async ({ cwd, reference }) => {
  expect(readme).toContain('--volume "$PWD:/work"');
  const work = join(cwd, 'work');
  const isRoot = process.getuid?.() === 0;
  mkdirSync(work, { mode: 0o700 });
  if (isRoot) chownSync(work, stranger, stranger);
  execFileSync('chmod', ['755', cwd]);
  const [, variables = ''] = /^ENV (.*)$/m.exec(containerfile) ?? [];
  const image = Object.fromEntries(
    variables
      .split(' ')
      .map(each => each.replace('/work/', `${work}/`).split('=') as [string, string]),
  );
  const as = isRoot
    ? ['setpriv', `--reuid=${stranger}`, `--regid=${stranger}`, '--clear-groups']
    : [];
  const inContainer = (text: string) => text.replaceAll('~/certify.pem', 'certify.pem');
  const run = async (line: string, settings: Readonly<Record<string, string>> = {}) => {
    const [, args = ''] = /^npx gv (.*?)(?: +#.*)?$/.exec(line) ?? [];
    const [file = '', ...rest] = [...as, gv, ...inContainer(args).split(/ +/)];
    const all = { ...image, HOME: '/', GV_K6: 'none', ...settings };
    const { code, stdout, stderr } = await ended(start(file, rest, { cwd: work, settings: all }));
    expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    return stdout;
  };
  const commands = [...readme.matchAll(/^npx gv .*$/gm)].map(([line]) => line);
  const of = (name: string) => commands.find(each => each.startsWith(`npx gv ${name} `)) ?? '';

  const target = await reference();
  const { GV_MAX_SPEND } = everythingAllowed;
  // Values as docker --env-file passes them.
  await run(of('init'), {
    ...target.settings,
    ...everythingAllowed,
    GV_ALLOW: 'write,spend',
    GV_MAX_SPEND: `'${GV_MAX_SPEND}'`,
  });
  const env = join(work, '.env');
  expect(readFileSync(env, 'utf8')).toContain(`GV_MAX_SPEND='${GV_MAX_SPEND}'\n`);
  const [, yours = ''] = /^# yours\n(.*?)^```/ms.exec(readme) ?? [];
  appendFileSync(env, inContainer(yours));
  await run(of('signing-key'));
  expect(await run(of('doctor'))).toContain('A run can start.');
  expect(await run(of('certify'), { GV_MAX_RPS: '1000' })).toContain('CERTIFIED  catalog, wallet');
  for (const file of ['.env', 'reports/out/certificate/result.json', '.state', 'certify.pem']) {
    expect(existsSync(join(work, file)), file).toBe(true);
    if (isRoot) expect(statSync(join(work, file)).uid, file).toBe(stranger);
  }
  const verify = of('verify')
    .replace('verify certificate', 'verify reports/out/certificate')
    .replace(/--target \S+/, `--target ${target.baseUrl}`);
  expect(await run(verify)).toMatch(/^VALID/);
});
