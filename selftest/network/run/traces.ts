/** Finds what a run left that could harm its reader: keys, and texts that command a terminal or a CI service. */
import { existsSync } from 'node:fs';
import { everythingIn } from '../../../fixtures/testing/left-files.ts';

/** Controls but line feed, tab and carriage return; bidi controls; line ends that no terminal has. */
const acting = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200e\u200f])\p{Bidi_Control}/u;
const command = /^\s*(::[a-z-]+.*::|##vso\[)/m;
const forPeople = /\.(md|xml|svg|txt)$|out\/index\.html$/;

/** @returns what is wrong, and where. */
export function traces(output: string, out: string, keys: readonly string[]): string[] {
  const forms = keys.flatMap(formsOf);
  const files = existsSync(out) ? everythingIn(out) : new Map<string, string>();
  const leaks = [...files.set('the output', output)].filter(([, text]) =>
    forms.some(form => text.includes(form)),
  );
  const unsafe = [...files].filter(([file, text]) => forPeople.test(file) && acting.test(text));
  if (acting.test(output) || output.includes('\r')) unsafe.push(['the output', '']);
  return [
    ...leaks.map(([file]) => `a key is in ${short(file)}`),
    ...unsafe.map(([file]) => `control characters are in ${short(file)}`),
    ...(command.test(output) ? ['a command for a CI service is in the output'] : []),
  ];
}

const short = (file: string): string => file.replace(/^.*\/out\//, '');

function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const encoded = (['base64', 'base64url', 'hex'] as const).map(each => bytes.toString(each));
  const hex = bytes.toString('hex');
  return [
    key,
    ...encoded,
    encoded[0]!.replaceAll('=', ''),
    hex.toUpperCase(),
    hex.replaceAll(/../g, '%$&'),
  ];
}
