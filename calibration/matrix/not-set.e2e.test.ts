/**
 * What the settings do not state is found out: a run with an address and two keys accuses no conformant target, and
 * detects faults in what it found out.
 */
import { expect, test } from '#test';
import { createWire } from '../../fixtures/client/wire/wire.ts';
import { faults } from '../../fixtures/reference/faults/index.ts';
import { automationKeyAlone } from '../../fixtures/reference/variants/not-set/one-key.ts';
import { notSet } from '../../fixtures/reference/variants/not-set/index.ts';
import {
  idsAndNamesNotSet,
  nothingSet,
} from '../../fixtures/reference/variants/not-set/settings.ts';
import { startWorlds, type Worlds } from '../../fixtures/reference/worlds.ts';
import {
  findRoutes,
  judgeByOwnCheck,
  judgeContract,
  loadChecks,
  type RoutesByCheck,
  type Subject,
} from './worlds.ts';

let worlds: Worlds;
let transport: ReturnType<typeof createWire>;
let routes: RoutesByCheck;
test.beforeAll(async () => {
  await loadChecks();
  worlds = await startWorlds();
  transport = createWire();
  routes = await findRoutes(worlds, transport.send);
});
test.afterAll(async () => {
  transport.close();
  await worlds.close();
});

const judge = (by: typeof judgeContract, subject: Omit<Subject, 'limiters'>) =>
  by(worlds, transport.send, { ...subject, limiters: false }, routes);

const isWrong = ({ verdict }: { verdict: string }) => verdict === 'failed' || verdict === 'error';

for (const variant of notSet)
  test(`variant ${variant.id} is not accused`, async () => {
    const { outcomes, recorded } = await judge(judgeContract, variant);
    expect(outcomes.filter(isWrong)).toEqual([]);
    expect(recorded.filter(isWrong)).toEqual([]);
  });

/** Faults in what a run found out, and in how it is found out. */
const detected = [
  'orders-invalid-id-404',
  'orders-invalid-id-422',
  'orders-invalid-id-500',
  'orders-unknown-request-400',
  'orders-unknown-request-403',
  'orders-unknown-request-200',
  'orders-unknown-request-short',
  'orders-unknown-400',
  'orders-unknown-403',
  'orders-unknown-500',
  'orders-unknown-without-message',
  'orders-unknown-product-400',
  'orders-accepted-with-200',
  'orders-bulk-accepted-with-200',
  'orders-bulk-counts-from-zero',
  'wallet-ledger-currency-ignored-for-dollars',
  'wallet-ledger-currency-finds-fundings-only',
  'catalog-sort-desc-ignored-on-products',
  'catalog-sort-directions-swapped-on-products',
  'webhooks-unknown-removed-all-the-same',
  'webhooks-unknown-reported-as-forbidden',
  'auth-integration-permission-ignored-on-status',
];
/** Where the keys are set. */
const detectedWithKeys = [
  'isolation-order-shown-to-others',
  'isolation-order-400',
  'webhooks-foreign-404',
  'webhooks-of-others-can-be-changed-and-removed',
];

/** Where the automation key serves for the business routes. */
const detectedWithOneKey = [
  'catalog-sort-desc-ignored-on-products',
  'orders-unknown-request-400',
  'auth-integration-open-without-key-on-status',
];

const cases = [
  ...detected.map(id => ({ id, settings: nothingSet })),
  ...detectedWithKeys.map(id => ({ id, settings: idsAndNamesNotSet })),
  ...detectedWithOneKey.map(id => ({ id, settings: automationKeyAlone })),
];

for (const { id, settings } of cases)
  test(`fault ${id} is detected${'GV_API_KEY' in settings ? ' with one key' : ''}`, async () => {
    const fault = faults.find(each => each.id === id);
    if (!fault) throw new Error(`there is no fault ${id}`);
    const { breaks, patch } = fault;
    const { outcomes } = await judge(judgeByOwnCheck, { id, patches: [patch], breaks, settings });
    expect(outcomes.find(each => each.id === breaks)?.verdict).toBe('failed');
  });
