/** `./gv completion bash|zsh`: a script for the shell to read. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  UsageError,
  command,
  type Command,
  type Option,
  closedValues,
  isSecret,
  isSwitch,
  listed,
  optionOf,
} from './cli/command.ts';
import { entryOf, names } from './table.ts';

const gv = fileURLToPath(new URL('../gv', import.meta.url));

const quoted = `'${gv.replaceAll("'", "'\\''")}'`;
/** Not the bare `gv`, which may be a program of others. */
const called = `./${basename(gv)} ${quoted} gift-voucher-conformance`;

const scripts = {
  bash: `_gift_voucher_conformance() {
  local IFS=$'\\n'
  COMPREPLY=($(${quoted} complete "$COMP_CWORD" "\${COMP_WORDS[@]:1}" 2>/dev/null))
}
# Where nothing is known, readline completes files.
complete -o default -F _gift_voucher_conformance ${called}`,
  zsh: `_gift_voucher_conformance() {
  local -a found
  found=("\${(@f)$(${quoted} complete $((CURRENT - 1)) "\${(@)words[2,-1]}" 2>/dev/null)}")
  if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
compdef _gift_voucher_conformance ${called}`,
};

const shells = Object.keys(scripts);

export default command({
  about:
    'Prints a script that completes commands, options, ids of requirements and faults, and settings with known values; after gift-voucher-conformance, after this program by its whole path, and after gv in a clone. In zsh, compinit has to have run.',
  arguments: { shell: { about: shells.join(' or '), known: () => shells } },
  examples: [
    ['./gv completion bash', 'in ~/.bashrc: source <(/path/to/the/clone/gv completion bash)'],
  ],
  exitCodes: { 0: 'it was printed', 3: 'wrong usage' },
  run: ({ shell }) => {
    const script = scripts[shell as keyof typeof scripts] as string | undefined;
    if (script === undefined)
      throw new UsageError(`There is no script for ${shell}: name ${shells.join(' or ')}.`);
    console.log(script);
    return 0;
  },
});

/**
 * @param words after `./gv`, as the shell splits them: bash makes three of `--project=load`, zsh one.
 * @param at which of them the cursor is in.
 * @returns whole words, of which each begins with what is there; none where files are meant.
 */
export async function candidates(words: readonly string[], at: number): Promise<string[]> {
  const current = words[at] === '=' ? '' : (words[at] ?? '');
  const before = words.slice(0, at).filter(each => each !== '=');
  const all = await possible(before, current);
  return all.filter(each => each.startsWith(current) && each !== current);
}

async function possible(before: readonly string[], current: string): Promise<readonly string[]> {
  const [first, ...given] = before;
  if (first === undefined) return [...names, 'help', '--help', '--version'];
  if (first === 'help') return names;
  const name = names.find(each => each === first);
  if (name === undefined) return [];
  const command = await entryOf(name).load();
  const [, option, value] = /^--([\w-]+)=(.*)$/s.exec(current) ?? [];
  if (option !== undefined)
    return (await valuesOf(command, option, value ?? '')).map(each => `--${option}=${each}`);
  const last = given.at(-1);
  if (last !== undefined && takesValue(command, last))
    return valuesOf(command, nameOf(command, last), current);
  if (current.startsWith('-')) return optionsOf(command);
  return positionalsOf(command, given);
}

const optionsOf = ({ options, settings }: Command): string[] =>
  [
    ...Object.keys(options),
    ...(settings?.all ?? []).filter(each => !isSecret(each)).map(optionOf),
    'help',
  ].map(each => `--${each}`);

const settingOf = ({ settings }: Command, option: string) =>
  settings?.all.find(each => optionOf(each) === option && !isSecret(each));

/** `grep` of `-g`, `--grep`. */
function nameOf({ options }: Command, word: string): string {
  const short = /^-(\w)$/.exec(word)?.[1];
  const found = short && Object.keys(options).find(each => options[each]?.short === short);
  return found ?? word.replace(/^--/, '');
}

function takesValue(command: Command, word: string): boolean {
  if (!word.startsWith('-')) return false;
  const name = nameOf(command, word);
  const option = command.options[name];
  if (option) return option.value !== undefined;
  const setting = settingOf(command, name);
  return setting !== undefined && !isSwitch(setting);
}

async function valuesOf(
  command: Command,
  name: string,
  current: string,
): Promise<readonly string[]> {
  const option: Option | undefined = command.options[name];
  if (option) return option.choices ?? (await option.known?.()) ?? [];
  const setting = settingOf(command, name);
  const values = (setting && closedValues[setting]) ?? [];
  if (setting === undefined || !listed.includes(setting)) return values;
  const others = current.slice(0, current.lastIndexOf(',') + 1);
  return values.map(each => `${others}${each}`);
}

async function positionalsOf(
  command: Command,
  given: readonly string[],
): Promise<readonly string[]> {
  const before = given.filter(
    (word, at) => !word.startsWith('-') && !takesValue(command, given[at - 1] ?? ''),
  );
  const all = Object.values(command.arguments);
  const argument = all[before.length] ?? (all.at(-1)?.many ? all.at(-1) : undefined);
  return (await argument?.known?.()) ?? [];
}
