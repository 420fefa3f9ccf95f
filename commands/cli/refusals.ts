/** What a wrong command line is answered with: what was wrong, what may have been meant, and where it is explained. */
import { CommanderError } from 'commander';
import { nearest } from '../../fixtures/config/wording/nearest.ts';
import { names, type Name } from '../table.ts';
import { UsageError, type Command } from './command.ts';
import { isSecret, optionOf, secretRefusal } from './settings.ts';

export function messageOf(error: Error, name: Name | undefined, command?: Command): string {
  const help = `./gv ${name === undefined ? '' : `${name} `}--help`;
  if (error instanceof UsageError) return `${error.message} (${help} explains it.)`;
  if (!(error instanceof CommanderError)) return error.message;
  if (error.code === 'commander.help') return `Name a command: ${help} lists them.`;
  const [, what, given] =
    /^error: unknown (option|command) '([^=]*).*'$/s.exec(error.message) ?? [];
  if (given === undefined) return `${sentence(error.message)} (${help} explains it.)`;
  // What follows an equals sign may be a key: it is not repeated.
  const problem = `Unknown ${what} ${given}.`;
  return [
    problem,
    ...(what === 'command' ? didYouMean(nearest(given, names)) : meantOption(given, command)),
    `${help} lists them.`,
  ].join(' ');
}

const sentence = (message: string): string =>
  message
    .replace(/^error: /, '')
    .replace(/^./, first => first.toUpperCase())
    .replace(/\.?$/, '.');

const didYouMean = (name: string | undefined): string[] =>
  name === undefined ? [] : [`Did you mean ${name}?`];

function meantOption(given: string, command: Command | undefined): string[] {
  if (!command) return [];
  const all = command.settings?.all ?? [];
  const meant = nearest(given, [...Object.keys(command.options), ...all.map(optionOf), 'help']);
  const secret = all.find(name => optionOf(name) === meant && isSecret(name));
  return secret ? [secretRefusal(secret)] : didYouMean(meant && `--${meant}`);
}
