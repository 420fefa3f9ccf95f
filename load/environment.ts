/** Reads the target of a k6 script from k6's environment. k6 alone never has a server that it started, so only permitted requests are sent. */
import './request.ts';
import { targetOf, type Target } from '../harness/config/target.ts';
import { withoutQuotes } from '../harness/config/quotes.ts';
import { readValues } from '../harness/config/values.ts';
import type { Reserved } from './traffic/buying.ts';

const values = readValues(withoutQuotes(__ENV));
if (values.GV_BASE_URL === undefined || values.GV_API_KEY === undefined)
  throw new Error('GV_BASE_URL and GV_API_KEY are needed');

export const target: Target = {
  ...targetOf(values, false),
  // Set by the run that started k6, if there is one.
  origin: __ENV['GV_TARGET_ORIGIN'] === 'reference' ? 'reference' : 'configured',
};

const { GV_CLIENT_CERT: cert, GV_CLIENT_KEY: clientKey } = values;

/** Client certificate for the target, as an option of k6. */
export const tls =
  cert === undefined || clientKey === undefined
    ? {}
    : { tlsAuth: [{ cert: open(cert), key: open(clientKey) }] };

/** Money that `./gv traffic` has reserved for this load, because k6 cannot write files while it runs. */
export const reserved: Reserved = __ENV['GV_RESERVED']
  ? (JSON.parse(__ENV['GV_RESERVED']) as Reserved)
  : { why: 'k6 alone does not record what it spends: ./gv traffic does' };

/** Existing output folder. k6 does not create it, and exits with 0 if it is missing. Without it, no file is written. */
export const out = values.GV_OUT;
