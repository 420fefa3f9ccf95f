/** Tests which requirements pass on an account without products, orders and transactions. Most of them have nothing to compare there. */
import { expect, test } from '#test';
import { systemClock } from '../harness/client/clock.ts';
import { createOpenWire } from '../harness/client/transport.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { judgeTarget } from '../harness/run/hosts/in-process.ts';
import { startWorlds } from '../reference/server.ts';
import { variants } from '../reference/variants/index.ts';
import { isRequirement, type Statement } from '../schemas/statement.ts';
import { statements, type StatementId } from './statements.ts';
import { contract } from './contract.ts';
import { loadChecks } from './requirement.ts';

const empty = ['account-new', 'account-without-products'];

/** Requirements about lists that an account without records can show. */
const shown = [
  'catalog.filter-fields',
  'search.accepted',
  'search.use-cases',
  'sorting.order-alone',
  'paging.fields',
  'paging.accepted',
  'transactions.fields',
  'transactions.dates',
  'transactions.count',
  'transactions.body-optional',
  'transactions.date-format',
  'transactions.limit-range',
];

function isAboutLists(id: StatementId): boolean {
  const statement: Statement = statements[id];
  const areas = /^(catalog|search|sorting|paging|transactions|wallet\.(ledger|pa|pu|of))/;
  return areas.test(id) && isRequirement(statement) && !statement.effect;
}

test('a requirement that compares the items of a list does not pass on an empty list', async () => {
  const worlds = await startWorlds();
  const wire = createOpenWire();
  try {
    const patches = variants.filter(({ id }) => empty.includes(id)).flatMap(each => each.patches);
    const { settings } = worlds.add({ patches });
    const target = loadTarget({ GV_RECHECK_AFTER: '0' }, settings);
    const checks = (await loadChecks()).filter(({ id }) => isAboutLists(id as StatementId));
    const { outcomes } = await judgeTarget(target, checks, {
      contract,
      transport: wire.send,
      limiters: () => Promise.resolve([]),
      clock: systemClock,
    });
    // "Anywhere in the run" is also about the lists of other accounts.
    const passed = outcomes.filter(({ cases }) =>
      cases.some(({ verdict, id }) => verdict === 'passed' && id !== 'anywhere in the run'),
    );
    expect(passed.map(({ id }) => id).toSorted()).toEqual(shown.toSorted());
  } finally {
    wire.close();
    await worlds.close();
  }
});
