/** The target of a k6 script, from k6's environment. k6 alone started nothing: only what is permitted is sent. */
import './url.ts';
import { targetOf, type Target } from '../fixtures/config/target.ts';
import { readValues } from '../fixtures/config/values.ts';

const values = readValues(__ENV);
if (values.GV_BASE_URL === undefined || values.GV_API_KEY === undefined)
  throw new Error('GV_BASE_URL and GV_API_KEY are needed');

export const target: Target = targetOf(values, false);

/** An existing folder: k6 creates none, and exits with 0 where one is missing. Where it is not set, no file is written. */
export const out = values.GV_OUT;
