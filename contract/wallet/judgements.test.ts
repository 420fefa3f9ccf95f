import { testJudgements } from '../testing/judgements.ts';

testJudgements(import.meta.url);
