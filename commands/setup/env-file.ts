/** Settings in `.env`, so that what is read back is what was meant. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { parse } from 'dotenv';
import { whyUnwritable, writeWhole } from '../../fixtures/output/files.ts';

type Settings = Readonly<Record<string, string>>;

const heading = `# Made by ./gv init; .env.example explains every setting. Never commit a file with keys.\n`;

/**
 * Writes settings to a file that only its owner can read: whole, or not at all.
 *
 * @throws Error that names cause and remedy.
 */
export function save(file: string, settings: Settings): void {
  const isThere = existsSync(file);
  const text = withSettings(isThere ? readFileSync(file, 'utf8') : undefined, settings);
  try {
    // Of a link, what it leads to.
    writeWhole(isThere ? realpathSync(file) : file, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
}

/**
 * Returns the text with these settings; lines that name others stay as they are.
 *
 * @param text of the file that is there.
 * @throws Error if it would read otherwise than meant.
 */
export function withSettings(text: string | undefined, settings: Settings): string {
  const before = text ?? heading;
  const changed = Object.entries(settings).reduce(withSetting, before);
  const meant = { ...parse(before), ...settings };
  const found = parse(changed);
  const wrong = [...new Set([...Object.keys(meant), ...Object.keys(found)])].filter(
    name => found[name] !== meant[name],
  );
  if (wrong.length > 0)
    throw new Error(
      `${wrong.join(', ')}: the file that is there is written in a way that init cannot change; change it by hand`,
    );
  return changed;
}

function withSetting(text: string, [name, value]: readonly [string, string]): string {
  const line = `${name}=${written(name, value)}`;
  const own = new RegExp(`^[^\\S\\n]*(?:export\\s+)?${name}[^\\S\\n]*=.*$`, 'gm');
  if (own.test(text)) return text.replace(own, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

const quotes = ['', "'", '`', '"'] as const;

/** Returns the value in the first quotes with which it is read back as it is. */
function written(name: string, value: string): string {
  const forms = quotes.map(quote => quote + value + quote);
  const form = forms.find(each => !/[\r\n]/.test(each) && reads(name, each, value));
  if (form === undefined)
    throw new Error(`${name}: no quotes keep this value as it is; put it into the environment`);
  return form;
}

/** Returns true if the value is read back; the line after it shows that it ends there. */
const reads = (name: string, form: string, value: string): boolean => {
  if (form === value && !/^[\w.,:/@%+=-]+$/.test(value)) return false;
  const { [name]: found, after } = parse(`${name}=${form}\nafter=x\n`);
  return found === value && after === 'x';
};
