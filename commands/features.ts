/** Lists the cases that a certificate demands for each feature, as conformant deployments show them (`./gv features`). */
import { settingsOf } from '../reference/server.ts';
import { makeWorld } from '../reference/world.ts';
import { judgeConformant } from '../selftest/matrix/host.ts';
import { measureNeeds } from '../selftest/needs.ts';
import {
  type Demands,
  featureOf,
  isGeneral,
  isOfData,
  type Part,
  core,
  featureNames,
} from '../schemas/features/features.ts';
import { generatedBeyond, ofUnknownProduct } from '../contract/steps/bounds.ts';
import { requirementIds, type RequirementId, statements } from '../contract/statements.ts';
import type { CaseResult, Outcome } from '../schemas/records/result.ts';
import { command } from './cli/command.ts';
import { writeGenerated } from './generated.ts';
import { print, warn } from '../harness/output/wrap.ts';

export default command({
  about:
    'Writes schemas/features/cases.json: the cases that a certificate demands for each feature, and the settings, permissions and currencies that they need. These are the cases that the reference and its variants show. Takes about ten minutes.',
  examples: [
    ['./gv features', 'run it after a new requirement or variant, review the change and commit it'],
  ],
  exitCodes: { 0: 'they were written', 3: 'an error' },
  run: write,
});

type Named = Pick<CaseResult, 'id' | 'route' | 'kind' | 'field' | 'bound' | 'anywhere'> & {
  readonly requirement: RequirementId;
};

/** Returns true for a case that no certificate may demand, because it needs much money, or a bulk that may be rejected (§4.1 rule 8). */
const needsMoneyOrBulk = ({ bound }: Named): boolean =>
  bound === generatedBeyond || bound === ofUnknownProduct;

/** True for a case that requests of other cases show as well. Such cases differ from run to run. */
const isShownElsewhere = ({ anywhere }: Named): boolean => anywhere === true;

/**
 * Smallest share of the cases of a feature that a deployment must show to be counted. A deployment with an empty catalog, for example,
 * shows fewer cases, and says nothing about what can be demanded.
 */
const leastShare = 0.75;

const isSettled = (run: readonly Outcome[], { requirement, id }: Named): boolean =>
  run.some(
    outcome =>
      outcome.id === requirement &&
      outcome.cases.some(
        one => one.id === id && ['passed', 'warning', 'not-applicable'].includes(one.verdict),
      ),
  );

type Cases = Pick<Demands, 'demanded' | 'optional'>;

function demandsOf(part: Part, [first = [], ...others]: readonly Outcome[][]): Cases {
  const all = requirementIds.flatMap(requirement =>
    (first.find(each => each.id === requirement)?.cases ?? [])
      .map((one): Named => ({ ...one, requirement }))
      .filter(
        each =>
          featureOf(requirement, each, statements[requirement].feature) === part &&
          !isShownElsewhere(each),
      ),
  );
  const listed = all.filter(each => !isOfData(each.requirement, each));
  const ran = (run: readonly Outcome[], of: readonly Named[]) =>
    of.filter(({ requirement }) => run.some(each => each.id === requirement));
  const measures = others.filter(run => {
    const relevant = ran(run, listed).filter(each => part === core || !isGeneral(each.requirement));
    const settled = relevant.filter(each => isSettled(run, each));
    return settled.length >= leastShare * relevant.length;
  });
  const demanded: Record<string, string[]> = {};
  const optional: Record<string, string[]> = {};
  // Keeps a requirement without a listed case, because its checks are selected.
  for (const { requirement } of all) optional[requirement] = [];
  for (const each of listed) {
    const always =
      !needsMoneyOrBulk(each) &&
      [first, ...measures].every(run => ran(run, [each]).length === 0 || isSettled(run, each));
    ((always ? demanded : optional)[each.requirement] ??= []).push(each.id);
  }
  for (const id of Object.keys(optional))
    if (optional[id]?.length === 0 && demanded[id]) delete optional[id];
  return { demanded, optional };
}

async function write(): Promise<number> {
  const runs = await judgeConformant(done => {
    if (done % 50 === 0) warn(`${done} runs`);
  });
  const parts = [core, ...featureNames] as const;
  const cases = new Map(parts.map(part => [part, demandsOf(part, runs)]));
  const names = Object.keys(settingsOf(makeWorld({}), ''));
  const needs = await measureNeeds(names, part => cases.get(part)!);
  const all = parts.map(part => [part, { ...cases.get(part)!, ...needs[part] }] as const);
  await writeGenerated('schemas/features/cases.json', JSON.stringify(Object.fromEntries(all)));
  const count = (cases: Demands['demanded']) => Object.values(cases).flat().length;
  for (const [part, { demanded, optional }] of all)
    print(`${part}: ${count(demanded)} cases demanded, ${count(optional)} optional`);
  return 0;
}
