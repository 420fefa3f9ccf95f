/** Runs `./gv <command>`, and lists all commands. Only this file parses the command line, prints errors, and decides the exit code. */
import { forWork } from '#clone';
import { CommanderError, Command as Parser } from 'commander';
import { surviveClosedTerminal } from '../harness/process.ts';
import { exitCodes, type Command, UsageError, isSecret, secretRefusal } from './cli/command.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { configure, readValues, settingsGiven } from './cli/parser.ts';
import { nearest } from '../harness/output/nearest.ts';
import { version } from '../reports/version.ts';
import { optionOf } from '../schemas/records/repeating.ts';
import { specVersion } from '../schemas/statement.ts';
import { warn } from '../harness/output/wrap.ts';

export interface Entry {
  /** Describes the command in one line of help. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** All commands, by group. Each is loaded on first use. */
const groups = {
  Start: {
    init: {
      summary: 'ask for the address and keys, test them, write .env, run doctor',
      load: async () => (await import('./init.ts')).default,
    },
    doctor: {
      summary: 'check settings and keys, and estimate what a run would show',
      load: async () => (await import('./doctor.ts')).default,
    },
  },
  'Judge a deployment': {
    conformance: {
      summary: 'check a deployment against the contract, then probe its limiters',
      load: async () => (await import('./conformance.ts')).conformance,
    },
    smoke: {
      summary: 'check the most important reads, slowly enough for production',
      load: async () => (await import('./conformance.ts')).smoke,
    },
    repeat: {
      summary: 'send the cases that failed again, and show the exchanges',
      load: async () => (await import('./repeat.ts')).default,
    },
    judge: {
      summary: 'judge recorded traffic, like a HAR file',
      load: async () => (await import('./judge.ts')).default,
    },
    baseline: {
      summary: 'demand of later gates what the last run showed',
      load: async () => (await import('./results.ts')).baseline,
    },
    ledger: {
      summary: 'show the money spent in 24 hours; --reset clears it',
      load: async () => (await import('./ledger.ts')).default,
    },
  },
  Results: {
    report: {
      summary: 'make the reports of a result again',
      load: async () => (await import('./results.ts')).report,
    },
    drift: {
      summary: 'show what changed from one result to another',
      load: async () => (await import('./drift.ts')).default,
    },
    history: {
      summary: 'keep results in a folder, and remove old results',
      load: async () => (await import('./results.ts')).history,
    },
    replay: {
      summary: 'judge a run again from its recorded exchanges',
      load: async () => (await import('./replay.ts')).default,
    },
  },
  Certificates: {
    certify: {
      summary: 'check what features demand, and sign a certificate',
      load: async () => (await import('./certify.ts')).certify,
    },
    verify: {
      summary: 'verify a certificate',
      load: async () => (await import('./verify.ts')).default,
    },
    'signing-key': {
      summary: 'make a key that signs certificates',
      load: async () => (await import('./certify.ts')).signingKey,
    },
  },
  Load: {
    traffic: {
      summary: 'send load with k6, and judge the responses',
      load: async () => (await import('./traffic.ts')).default,
    },
    k6: {
      summary: 'build k6 for load tests and probes, once',
      load: async () => (await import('./k6.ts')).default,
    },
  },
  'Other tools': {
    openapi: {
      summary: 'write the OpenAPI document, with examples of your settings',
      load: async () => (await import('./openapi.ts')).default,
    },
  },
  'The reference': {
    reference: {
      summary: 'start a mock server that keeps the contract',
      load: async () => (await import('./reference.ts')).default,
    },
  },
  'Work on the suite': forWork,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>;

type Groups = typeof groups;
export type Name = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const entries = Object.assign({}, ...Object.values(groups)) as Readonly<Record<Name, Entry>>;
export const names = Object.keys(entries) as Name[];
export const entryOf = (name: Name): Entry => entries[name];

/** @returns the exit code. */
export async function main([first, ...rest]: readonly string[]): Promise<number> {
  surviveClosedTerminal();
  warnOfUnverified();
  if (first === 'help') return main([...rest, '--help']);
  const argv = first === undefined ? [] : [first, ...rest];
  const name = names.find(each => each === first);
  let command: Command | undefined;
  try {
    command = name && (await entryOf(name).load());
    return await parse(argv, name, command);
  } catch (error) {
    if (error instanceof CommanderError && isShown(error)) return error.exitCode;
    warn(harmless(messageOf(error as Error, name, command)));
    return exitCodes.error;
  }
}

/** Says that a variable of Node has no effect. Without the removal, Node would warn that connections are insecure. */
function warnOfUnverified(): void {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  if (process.env[name] !== '0') return;
  delete process.env[name];
  warn(`${name}=0 is ignored: certificates are always verified. GV_CA_FILE adds an authority.`);
}

/** Returns true if help or the version was asked for, and printed. */
const isShown = ({ code, exitCode }: CommanderError): boolean =>
  exitCode === 0 &&
  ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(code);

async function parse(
  argv: readonly string[],
  name: Name | undefined,
  command: Command | undefined,
): Promise<number> {
  let code: number = exitCodes.error;
  const program = programWith(name, command, async parser => {
    if (!command) return;
    Object.assign(process.env, settingsGiven(parser, command));
    code = await command.run(readValues(parser, command));
  });
  await program.parseAsync([...argv], { from: 'user' });
  return code;
}

/** Declares all commands by name. Only the called command gets its options. */
function programWith(
  name: Name | undefined,
  command: Command | undefined,
  run: (parser: Parser) => Promise<void>,
): Parser {
  const program = new Parser('./gv')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    // Commander does not wrap a narrower column of descriptions.
    .configureHelp({ minWidthToWrap: 20 })
    .showSuggestionAfterError(false)
    .description('Checks whether a deployment of the Gift Voucher Business API keeps its contract.')
    .usage('<command> [options]')
    .version(versions(), '-V, --version', 'the versions of the suite and of the spec')
    .helpOption('-h, --help', 'this text; ./gv <command> --help explains a command')
    .helpCommand(false);
  for (const [heading, entries] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`);
    for (const [each, { summary }] of Object.entries(entries)) {
      const parser = program.command(each).summary(summary);
      if (each !== name || !command) continue;
      configure(parser, command);
      parser.action(() => run(parser));
    }
  }
  return program;
}

function messageOf(error: Error, name: Name | undefined, command?: Command): string {
  const help = `./gv ${name === undefined ? '' : `${name} `}--help`;
  if (error instanceof UsageError) return `${error.message} (${help} explains it.)`;
  if (!(error instanceof CommanderError)) return error.message;
  if (error.code === 'commander.help') return `Name a command: ${help} lists them.`;
  const [, what, given] =
    /^error: unknown (option|command) '([^=]*).*'$/s.exec(error.message) ?? [];
  if (given === undefined) return `${sentence(error.message)} (${help} explains it.)`;
  // Leaves out the text after an equals sign, which may be a key.
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

/** Returns the versions of the suite and of the spec. */
const versions = (): string => `suite ${version()}, spec ${specVersion}`;
