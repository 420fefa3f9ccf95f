/** Settings as they are entered: whether they are sound, and what one read a key shows of them. */
import { loadTarget } from '../../../fixtures/config/load-target.ts';
import { settingNames } from '../../../fixtures/config/settings.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import type { Environment } from '../../../fixtures/config/values.ts';
import { answerKind, locationOf } from '../../../fixtures/engine/hosts/preflight/answers.ts';
import type { Finding } from '../../../schemas/records/diagnosis.ts';
import { findingsOf, readKeys } from '../doctor/keys.ts';
import type { Reading } from '../doctor/read-key.ts';
import { initialisable, type Texts } from './given.ts';

export interface Tested {
  readonly target: Target;
  readonly findings: readonly Finding[];
  /** The address over https, where the target sends there. */
  readonly secure?: string;
}

/** @throws ConfigurationError */
const targetOf = (texts: Texts): Target =>
  loadTarget({ ...ofMachine(process.env), ...texts }, undefined);

/** Time-outs, folders and caps, which are not written. */
const ofMachine = (env: Environment): Environment =>
  Object.fromEntries(
    settingNames.filter(name => !initialisable.includes(name)).map(name => [name, env[name]]),
  );

/** @throws ConfigurationError */
export async function tryKeys(texts: Texts): Promise<Tested> {
  const target = targetOf(texts);
  const readings = await readKeys(target);
  const { target: ofTarget, keys } = findingsOf(target, readings);
  const secure = readings.some(isSentToHttps)
    ? { secure: target.baseUrl.replace(/^http:/, 'https:') }
    : {};
  return { target, findings: [...ofTarget, ...keys], ...secure };
}

const isSentToHttps = ({ exchange }: Reading): boolean =>
  exchange !== undefined &&
  answerKind(exchange) === 'redirectToHttps' &&
  locationOf(exchange)?.port === new URL(exchange.request.url).port;

export const stopsIn = ({ findings }: Tested): readonly Finding[] =>
  findings.filter(({ mark }) => mark === 'stop');
