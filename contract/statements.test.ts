/** Tests the catalogue: the place of its entries and of their checks, their wording, and that every id named anywhere exists. */
import { expect, test } from '#test';
import { readSource, sourceFiles } from '../fixtures/testing/spawned.ts';
import { hasCheck } from '../schemas/statement.ts';
import { loadChecks } from './requirement.ts';
import { areaOf, statements, type Statement } from './statements.ts';

const entries = Object.entries<Statement>(statements);
const areas = [...new Set(entries.map(([id]) => areaOf(id)))];

/** File extensions, because `contract/auth/checks.ts` is not a requirement. */
const endings = new Set(['ts', 'md', 'json', 'jsonl', 'txt', 'yaml']);

/** Event types (§6), which look like ids. */
const eventTypes = new Set(['wallet.funded']);

/** Returns names that look like ids of our areas but are not. */
function unknownIds(text: string): string[] {
  const form = new RegExp(
    `(?<![\\w./-])(?:${areas.join('|')})\\.[a-z]+(?:-[a-z]+)*(?![\\w(])`,
    'g',
  );
  return [...text.matchAll(form)]
    .map(([id]) => id)
    .filter(id => !(id in statements || eventTypes.has(id) || id.endsWith('.example')))
    .filter(id => !endings.has(id.slice(id.indexOf('.') + 1)));
}

/** Returns the string literals of a source, without comments and computed parts. */
function literals(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const found = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...found].map(([, single, double, template = '']) =>
    (single ?? double ?? template).replace(/\$\{[^}]*\}/g, '…'),
  );
}

const sources = sourceFiles();

test('every id in a string of the sources exists', () => {
  expect(sources.length).toBeGreaterThan(200);
  for (const file of sources)
    expect(
      literals(readSource(file)).flatMap(unknownIds),
      `ids in ${file} that no statement has`,
    ).toEqual([]);
});

test('every statement is in the folder of its area', () => {
  const defined = sources
    .filter(file => /^contract\/[a-z-]+\/statements\.ts$/.test(file))
    .flatMap(file =>
      [...readSource(file).matchAll(/^ {2}'([a-z-]+\.[a-z-]+)': \{/gm)].map(([, id = '']) => ({
        id,
        file,
      })),
    );
  expect(defined.map(({ id }) => id).toSorted()).toEqual(entries.map(([id]) => id).toSorted());
  for (const { id, file } of defined) expect(file).toBe(`contract/${areaOf(id)}/statements.ts`);
});

/** Matches an anchor like `§4.1 rule 1, §7`. */
const clauses = /§\d+(\.\d+)*( (item|rule) \d+)?(, §\d+(\.\d+)*( (item|rule) \d+)?)*/.source;
const aboutFacts = 'write a fact in one line, without a full stop, "should", "must" or "told"';
const fact = /(?!.*\b(should|must|told|tells)\b)\S.*[^.\s]/.source;

test('every statement and doubt is a fact in one line, under a section of the spec', () => {
  for (const [id, { anchor, text, doubt = text }] of entries) {
    expect(anchor, `${id}: an anchor is a list like "§4.1 rule 1, §7"`).toMatch(
      new RegExp(`^${clauses}$`),
    );
    expect(text, `${id}: ${aboutFacts}`).toMatch(new RegExp(`^${fact}$`, 'i'));
    expect(doubt, `the doubt of ${id}: ${aboutFacts}`).toMatch(new RegExp(`^${fact}$`, 'i'));
  }
});

test('an implied statement names clauses of its anchor, and how it follows', () => {
  const implied = entries.flatMap(([id, { anchor, implied: why }]) =>
    why ? [{ id, anchor, why }] : [],
  );
  expect(implied.length).toBeGreaterThan(0);
  for (const { id, anchor, why } of implied) {
    expect(
      why,
      `${id}: "implied" lists clauses, then ": ", then how it follows; ${aboutFacts}`,
    ).toMatch(new RegExp(`^${clauses}: ${fact}$`, 'i'));
    const named = why.slice(0, why.indexOf(': ')).split(', ');
    const missing = named.filter(clause => !anchor.split(', ').includes(clause));
    expect(missing, `${id}: add these clauses of "implied" to its anchor`).toEqual([]);
  }
});

/** Returns the text of the checks of an area. */
const checksOf = (area: string): string =>
  sourceFiles()
    .filter(file => file.startsWith(`contract/${area}/`) && file.endsWith('checks.ts'))
    .map(readSource)
    .join('\n');

test('every statement has one check, or none if it is untestable or observed elsewhere', async () => {
  const ids = (await loadChecks()).map(({ id }) => id);
  const expected = entries.filter(([, each]) => hasCheck(each)).map(([id]) => id);
  expect(ids.toSorted()).toEqual(expected.toSorted());
});

test('a check observes each statement that is observed elsewhere', () => {
  for (const [id, { observed }] of entries)
    if (observed === 'elsewhere')
      expect(checksOf(areaOf(id)), id).toMatch(new RegExp(`observe\\(\\s*'${id}'`));
});

// A search for `requirement('<id>'` finds the check of each id.
test('every check is in the folder of its area', async () => {
  for (const { id } of await loadChecks())
    expect(checksOf(areaOf(id)), id).toMatch(
      new RegExp(`^(requirement|observation)\\(\\s*'${id.replace('.', '\\.')}'`, 'm'),
    );
});
