/** Makes Commander's parser from the declaration of a command. */
import {
  Argument as Positional,
  InvalidArgumentError,
  Option as Flag,
  type Command as Parser,
} from 'commander';
import { settings, type SettingName } from '../../harness/config/settings.ts';
import { fold } from '../../harness/output/wrap.ts';
import { optionOf } from '../../schemas/records/repeating.ts';
import {
  UsageError,
  type Argument,
  type Command,
  type Option,
  isSecret,
  secretRefusal,
} from './command.ts';

/** Heading in help. */
const settingsGroup = 'Settings (they override .env and the environment):';

/** Adds the arguments, options and help of a command to a parser. */
export function configure(parser: Parser, command: Command): void {
  parser.description(command.about);
  for (const [name, argument] of Object.entries(command.arguments))
    parser.addArgument(positional(name, argument));
  for (const [name, option] of Object.entries(command.options))
    parser.addOption(flag(name, option));
  for (const name of command.settings?.all ?? []) addSetting(parser, name, command);
  for (const [name, why] of Object.entries(command.refused ?? {})) refuse(parser, name, why);
  parser.helpOption('-h, --help', 'this text');
  parser.addHelpText('after', () => afterOptions(command));
}

const positional = (name: string, { about, optional, many }: Argument): Positional => {
  const shown = many ? `${name}...` : name;
  return new Positional((optional ?? many) ? `[${shown}]` : `<${shown}>`, about);
};

type Check = (value: string) => string;

/** Refuses an option as a value. If a variable of a script is empty, the next option would become the value. */
const valueOf =
  (name: string, choices?: readonly string[]): Check =>
  value => {
    if (value.startsWith('--'))
      throw new UsageError(
        `--${name} needs a value, and ${value.replace(/=.*/s, '')} is an option.`,
      );
    if (choices?.includes(value) === false)
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    return value;
  };

function flag(name: string, option: Option): Flag {
  const long = option.value === undefined ? `--${name}` : `--${name} <${option.value}>`;
  const made = new Flag(option.short ? `-${option.short}, ${long}` : long, option.about);
  if (option.choices) made.choices(option.choices);
  const check = valueOf(name, option.choices);
  if (option.repeated)
    made.argParser<readonly string[] | undefined>((value, before) => [
      ...(before ?? []),
      check(value),
    ]);
  else if (option.value !== undefined) made.argParser(check);
  if (option.default !== undefined) made.default(option.default);
  if (option.group !== undefined) made.helpGroup(option.group);
  return made;
}

function addSetting(parser: Parser, name: SettingName, { settings: used }: Command): void {
  if (isSecret(name)) return refuse(parser, optionOf(name), secretRefusal(name));
  const { about } = settings[name];
  const made =
    'isSwitch' in settings[name]
      ? new Flag(`--${optionOf(name)}`, about)
      : new Flag(`--${optionOf(name)} <value>`, about).argParser(valueOf(optionOf(name)));
  parser.addOption(made.helpGroup(settingsGroup).hideHelp(!used?.first.includes(name)));
}

/** Makes a parser refuse an option, which help does not show. */
function refuse(parser: Parser, name: string, why: string): void {
  parser.addOption(new Flag(`--${name} [value]`).hideHelp());
  parser.on(`option:${name}`, () => {
    throw new UsageError(why);
  });
}

/** Returns the values that were given, by the names of the declaration. */
export function readValues(parser: Parser, command: Command): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [at, name] of Object.keys(command.arguments).entries())
    given[name] = parser.processedArgs[at];
  for (const [name, { value, repeated }] of Object.entries(command.options)) {
    const option: unknown = parser.getOptionValue(attributeOf(name));
    if (value === undefined) given[name] = option === true;
    else given[name] = repeated ? (option ?? []) : option;
  }
  return given;
}

/** Returns the name that Commander gives to the value of an option. */
const attributeOf = (name: string): string => new Flag(`--${name}`).attributeName();

/** Returns the settings that were given as options, by their names in the environment. */
export function settingsGiven(parser: Parser, { settings: used }: Command): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of used?.all ?? []) {
    const value = parser.getOptionValue(attributeOf(optionOf(name))) as
      string | boolean | undefined;
    if (value !== undefined) given[name] = String(value);
  }
  return given;
}

function afterOptions({ examples, exitCodes, settings }: Command): string {
  return [
    ...(settings && settings.first.length < settings.all.length
      ? ['', 'Other settings of .env.example are options, too: GV_MAX_BODY is --max-body.']
      : []),
    '',
    'Examples:',
    ...examples.flatMap(([line, about]) => [`  ${line}`, ...fold(about, '      ')]),
    '',
    'Exit codes:',
    ...Object.entries(exitCodes).flatMap(([code, about]) => fold(about, '     ', `  ${code}  `)),
  ].join('\n');
}
