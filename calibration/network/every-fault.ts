/** `npm run test:network`: every fault, in about half an hour. */
import { testFaults } from './fixture.ts';

testFaults();
