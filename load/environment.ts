/** The target of a k6 script, from k6's environment. k6 alone started nothing: only what is permitted is sent. */
import './request.ts';
import { targetOf, type Target } from '../harness/config/target.ts';
import { readValues, withoutQuotes } from '../harness/config/values.ts';
import type { Reserved } from './traffic/buying.ts';

const values = readValues(withoutQuotes(__ENV));
if (values.GV_BASE_URL === undefined || values.GV_API_KEY === undefined)
  throw new Error('GV_BASE_URL and GV_API_KEY are needed');

export const target: Target = {
  ...targetOf(values, false),
  // Of the run that started k6, if one did.
  origin: __ENV['GV_TARGET_ORIGIN'] === 'reference' ? 'reference' : 'configured',
};

const { GV_CLIENT_CERT: cert, GV_CLIENT_KEY: clientKey } = values;

/** The client certificate that the target asks for, as an option of k6. */
export const tls =
  cert === undefined || clientKey === undefined
    ? {}
    : { tlsAuth: [{ cert: open(cert), key: open(clientKey) }] };

/** Money that `./gv traffic` has reserved for this load: k6 writes no files while it runs. */
export const reserved: Reserved = __ENV['GV_RESERVED']
  ? (JSON.parse(__ENV['GV_RESERVED']) as Reserved)
  : { why: 'k6 alone does not record what it spends: ./gv traffic does' };

/** An existing folder: k6 creates none, and exits with 0 if it is missing. If it is not set, no file is written. */
export const out = values.GV_OUT;
