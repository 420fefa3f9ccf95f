/** One of the two good keys is set: where it serves for the other, a run exercises what it would with both. */
import { expect } from '#test';
import { test, type Run } from '../../fixtures/testing/spawned.ts';
import { everythingIn } from '../../fixtures/testing/written.ts';
import { judgeAgain } from '../shared/judge-again.ts';
import { oneKey } from '../../fixtures/reference/variants/not-set/one-key.ts';

const allowed = { GV_ALLOW: 'write,spend', GV_MAX_SPEND: '500 GBP', GV_MAX_RPS: '1000' };

const count = ({ result }: Run, verdict: string): number =>
  (result?.requirements ?? []).filter(each => each.verdict === verdict).length;
const isWrong = ({ verdict }: { verdict: string }) => ['failed', 'error'].includes(verdict);

const directions = [
  {
    name: 'GV_AUTOMATION_KEY',
    other: 'GV_API_KEY',
    serving: 'automation-key-alone',
    refused: 'automation-key-alone-invalid-on-business-routes',
    shown: [141, 34],
  },
  {
    name: 'GV_API_KEY',
    other: 'GV_AUTOMATION_KEY',
    serving: 'business-key-alone-with-permission',
    refused: 'business-key-alone-without-permission',
    shown: [141, 89],
  },
] as const;

for (const { name, other, serving, refused, shown } of directions)
  test(`with ${name} alone: ${shown[0]} requirements where it serves for both, ${shown[1]} where not`, async ({
    reference,
    conformance,
  }) => {
    const run = async (id: string) => {
      const patches = oneKey.find(each => each.id === id)?.patches ?? [];
      const { settings } = await reference({ patches: [...patches] });
      const { GV_BASE_URL = '', [name]: key = '' } = settings;
      const ended = await conformance(
        { GV_BASE_URL, [name]: key, ...allowed },
        '--project=contract',
      );
      expect(ended.result?.requirements.filter(isWrong), ended.stdout).toEqual([]);
      expect(ended.result && (await judgeAgain(ended.result))).toEqual([]);
      const texts = everythingIn(ended.out).set('stdout', ended.stdout);
      expect([...texts].filter(([, text]) => text.includes(key)).map(([file]) => file)).toEqual([]);
      return ended;
    };
    const [both, one] = [await run(serving), await run(refused)];
    expect([count(both, 'passed'), count(one, 'passed')]).toEqual(shown);
    const found = ({ result }: Run) => result?.discovered.find(each => each.name === other);
    expect(found(both)?.value).toBe(`\${${name}}`);
    expect(both.stdout).toContain(`${other}=\${${name}}`);
    expect(found(one)).not.toHaveProperty('value');
    const gaps = one.result?.requirements.map(({ reason }) => reason ?? '') ?? [];
    expect(gaps.some(reason => reason.startsWith(`${other} is not set: `))).toBe(true);
  });
