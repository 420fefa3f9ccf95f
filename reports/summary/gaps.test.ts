import { expect, test } from '#test';
import { unselected } from './coverage.ts';
import { gapsOf } from './gaps.ts';
import { requirement, result } from './samples.ts';

const gap = (id: string, reason: string) => requirement(id, { verdict: 'not-exercised', reason });

test('gaps come by reason with the settings that it names, the one of the most requirements first', () => {
  const requirements = [
    gap('a.1', 'GV_ORDER_FOREIGN is not set: an order; GV_KEY_OTHER_ACCOUNT is not set'),
    gap('b.1', 'GV_ALLOW does not permit to spend'),
    gap('b.2', 'GV_ALLOW does not permit to spend'),
    gap('c.1', 'the list changed'),
    gap('d.1', unselected),
    requirement('e.1', { verdict: 'passed' }),
  ];
  expect(gapsOf(result({ requirements }))).toEqual([
    {
      reason: 'GV_ALLOW does not permit to spend',
      settings: ['GV_ALLOW=spend'],
      requirements: ['b.1', 'b.2'],
    },
    {
      reason: 'GV_ORDER_FOREIGN is not set: an order; GV_KEY_OTHER_ACCOUNT is not set',
      settings: ['GV_ORDER_FOREIGN', 'GV_KEY_OTHER_ACCOUNT'],
      requirements: ['a.1'],
    },
    { reason: 'the list changed', settings: [], requirements: ['c.1'] },
  ]);
});
