/** What tests of the page need: a browser, and a result with everything in it. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(file => isExecutable(file));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Debian's package, where we may install it. */
function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], {
      stdio: 'ignore',
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium');
  } catch {
    return undefined;
  }
  return onPath();
}

/** GV_CHROMIUM, a browser on PATH, Playwright's own, else Debian's package. */
export function findBrowser(): string | undefined {
  const given = process.env['GV_CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const own = chromium.executablePath();
  return onPath() ?? (existsSync(own) ? own : undefined) ?? installed();
}

/** Without sandbox, since containers have none, and without anything that a browser asks the network for. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
