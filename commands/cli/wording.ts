/** The text under the options of `--help`. */
import { Help } from 'commander';
import { settings } from '../../fixtures/config/settings.ts';
import type { Command, Settings } from './command.ts';
import { isSecret, optionOf } from './settings.ts';

/** As wide as commander's own help. */
const wrap = (text: string): string => new Help().boxWrap(text, (process.stdout.columns ?? 80) - 6);

const indented = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

export function afterOptions({ examples, exitCodes, settings }: Command): string {
  return [
    ...(settings && settings.first.length < settings.all.length
      ? ['', wrap('Every other setting of .env.example is an option as well: --help-settings.')]
      : []),
    '',
    'Examples:',
    ...examples.map(([line, about]) => `  ${line}\n${indented(wrap(about), 6)}`),
    '',
    'Exit codes:',
    ...Object.entries(exitCodes).map(([code, about]) => `  ${code}  ${about}`),
  ].join('\n');
}

/** Settings by option and variable. */
export const allSettings = ({ all }: Settings): string =>
  all
    .filter(name => !isSecret(name))
    .map(name => `--${optionOf(name)}, ${name}\n${indented(wrap(settings[name].about), 4)}`)
    .join('\n');
