/** `./gv features`: the cases that a certificate demands, feature by feature, as conformant deployments show them. */
import { witnesses } from '../selftest/witnesses.ts';
import { type Demands, featureOf, isGeneral, type Part } from '../schemas/features/feature-of.ts';
import { core, featureNames } from '../schemas/features/names.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { requirementIds } from '../contract/statements.ts';
import { command } from './cli/command.ts';
import { writeGenerated } from './shared/generated.ts';

export default command({
  about:
    'Writes schemas/features/cases/: what a certificate demands, feature by feature, as the reference and its variants show it. It takes about ten minutes.',
  examples: [
    ['./gv features', 'after a new requirement or variant; review the change and commit it'],
  ],
  exitCodes: { 0: 'they were written', 3: 'an error' },
  run: write,
});

/** Cases that are named by merchants, categories and fields of the data: another deployment has others, so none is listed. */
const ofData: readonly RegExp[] = [/^search\.(merchant|category|categories) /, /^sorting\.order /];
const isOfData = (id: string, name: string): boolean =>
  ofData.some(pattern => pattern.test(`${id} ${name}`)) || name.startsWith('merchant=');
/** Cases that no honest deployment may be asked for: they need much money, or UUIDs as keys for business routes. */
const ofMeans: readonly RegExp[] = [
  /generated payloads that break/,
  /^auth\.integration-revoked-key /,
  /^auth\.ip-allow-list GET \/(status|tools)/,
];
/** True for cases that the requests of other cases show as well: they differ from run to run. */
const isElsewhere = (name: string): boolean => name.startsWith('anywhere in the run');

/** A deployment that shows less of a feature than this has it only in part, and is no measure of it: an empty catalog, say. */
const leastShare = 0.75;

interface Named {
  readonly id: string;
  readonly name: string;
}

const isSettled = (run: readonly Outcome[], { id, name }: Named): boolean =>
  run.some(
    outcome =>
      outcome.id === id &&
      outcome.cases.some(
        one => one.id === name && ['passed', 'not-applicable'].includes(one.verdict),
      ),
  );

function demandsOf(part: Part, [first = [], ...others]: readonly Outcome[][]): Demands {
  const all: Named[] = requirementIds.flatMap(id =>
    (first.find(each => each.id === id)?.cases ?? [])
      .map(one => ({ id, name: one.id }))
      .filter(each => featureOf(id, each.name) === part && !isElsewhere(each.name)),
  );
  const listed = all.filter(({ id, name }) => !isOfData(id, name));
  const ran = (run: readonly Outcome[], of: readonly Named[]) =>
    of.filter(({ id }) => run.some(each => each.id === id));
  const measures = others.filter(run => {
    const relevant = ran(run, listed).filter(({ id }) => part === core || !isGeneral(id));
    const settled = relevant.filter(each => isSettled(run, each));
    return settled.length >= leastShare * relevant.length;
  });
  const demanded: Record<string, string[]> = {};
  const optional: Record<string, string[]> = {};
  // A requirement of which no case is listed is selected all the same.
  for (const { id } of all) optional[id] = [];
  for (const each of listed) {
    const hangsOnMeans = ofMeans.some(pattern => pattern.test(`${each.id} ${each.name}`));
    const always =
      !hangsOnMeans &&
      [first, ...measures].every(run => ran(run, [each]).length === 0 || isSettled(run, each));
    ((always ? demanded : optional)[each.id] ??= []).push(each.name);
  }
  for (const id of Object.keys(optional))
    if (optional[id]?.length === 0 && demanded[id]) delete optional[id];
  return { demanded, optional };
}

async function write(): Promise<number> {
  const runs = await witnesses(done => process.stderr.write(`\r${done} runs`));
  process.stderr.write('\n');
  for (const part of [core, ...featureNames] as const) {
    const demands = demandsOf(part, runs);
    await writeGenerated(`schemas/features/cases/${part}.json`, JSON.stringify(demands));
    const count = (cases: Demands['demanded']) => Object.values(cases).flat().length;
    console.log(
      `${part}: ${count(demands.demanded)} cases demanded, ${count(demands.optional)} optional`,
    );
  }
  return 0;
}
