import { test, testFaults } from './fixture.ts';

// One plain run, of few checks, is what all are compared with.
test.describe.configure({ mode: 'default' });
test.use({ plainGrep: 'buying\\.|catalog\\.|wallet\\.' });

testFaults([
  'connect-silent',
  'connect-black-hole',
  'unusual-length-and-chunks',
  'truncated-in-header',
  'tls-expired',
  'money-forwarded-twice',
  'slow-just-in-time',
  'slow-headers',
]);
