/** `./gv completion bash|zsh`: a script for the shell to read. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError, command } from './cli/command.ts';

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
  arguments: { shell: { about: shells.join(' or '), known: () => Promise.resolve(shells) } },
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
