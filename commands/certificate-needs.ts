/** Says what a certificate needs, before anything is sent. */
import type { KeyObject } from 'node:crypto';
import { meetsNeed } from '../harness/config/needs.ts';
import { isUuid, keySettings } from '../harness/config/keys.ts';
import { settings, type SettingName } from '../harness/config/settings.ts';
import type { Target } from '../harness/config/target.ts';
import { namesTarget, parseValues, type Environment } from '../harness/config/values.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { fold } from '../harness/output/wrap.ts';
import { demandsOf, partsOf, requirementsOf } from '../reports/certificate/demands.ts';
import { readSigningKey } from '../reports/certificate/signature.ts';
import type { Feature } from '../schemas/features/features.ts';
import type { Need } from '../schemas/statement.ts';
import { allPermissions, type Wanted } from './doctor-plan.ts';

export interface CertificateNeeds {
  /** Settings and permissions that are missing. */
  readonly needs: readonly Need[];
  /** Currencies that GV_MAX_SPEND does not name. */
  readonly currencies: readonly string[];
}

/** Returns everything that a certificate of these features needs and a target lacks. */
export function missingForCertificate(
  features: readonly Feature[],
  target: Target,
): CertificateNeeds {
  const parts = partsOf(features).map(demandsOf);
  const { GV_MAX_SPEND: limits = {} } = target.values;
  const once = <T>(all: readonly T[]): T[] => [...new Set(all)];
  return {
    needs: once(parts.flatMap(({ needs }) => needs)).filter(need => !isMet(target, need)),
    currencies:
      target.origin === 'reference'
        ? []
        : once(parts.flatMap(({ currencies }) => currencies)).filter(each => !(each in limits)),
  };
}

/** Returns true if a need is met, or if only a request can tell: a business key in the form of an automation key may serve as one. */
const isMet = (target: Target, need: Need): boolean =>
  meetsNeed(target, need) ||
  (need === keySettings.automation && isUuid(target.values.GV_API_KEY ?? ''));

/**
 * Returns the key that signs a certificate of these features, if the settings have all that the certificate needs.
 *
 * @throws Error that lists everything that is missing, or says why the key cannot sign.
 */
export function expectCertifiable(
  features: readonly Feature[],
  env: Environment,
  target: Target | 'reference' = namesTarget(env) ? loadTarget(env, undefined) : 'reference',
): KeyObject {
  const { GV_SIGNING_KEY: file } = parseValues(env).values;
  // Without a target, the run starts the reference with all its settings.
  const lines = target === 'reference' ? [] : missingLines(missingForCertificate(features, target));
  if (file !== undefined && lines.length === 0) return readSigningKey(file);
  throw new Error(
    [
      `./gv certify sends nothing, because a certificate of ${features.join(', ')} needs more settings:`,
      ...(file === undefined
        ? settingLines(
            'GV_SIGNING_KEY',
            `${settings.GV_SIGNING_KEY.about}; ./gv signing-key FILE makes one`,
          )
        : []),
      ...lines,
    ].join('\n'),
  );
}

/** Returns the missing settings as lines. */
export function missingLines({ needs, currencies }: CertificateNeeds): string[] {
  const rows = needs.map((need): readonly [string, string] =>
    need in settings ? [need, settings[need as SettingName].about] : ['GV_ALLOW', `with ${need}`],
  );
  const money =
    currencies.length > 0
      ? [
          [
            'GV_MAX_SPEND',
            `must name ${currencies.join(', ')}, and perhaps more of the catalog: ./gv doctor prints the line to set`,
          ] as const,
        ]
      : [];
  return [...rows, ...money].flatMap(([name, text]) => settingLines(name, text));
}

const settingLines = (name: string, text: string): string[] =>
  fold(text, ' '.repeat(34), `  ${name.padEnd(32)}`);

/** Returns what a certificate of these features demands, and the permissions and the currencies that it takes. */
export function wantedByCertificate(features: readonly Feature[]): Wanted {
  const parts = partsOf(features).map(demandsOf);
  const demanded: Record<string, readonly string[]> = {};
  for (const [id, cases] of parts.flatMap(part => Object.entries(part.demanded)))
    demanded[id] = [...(demanded[id] ?? []), ...cases];
  return {
    ids: requirementsOf(features),
    demanded,
    permissions: allPermissions.filter(each => parts.some(({ needs }) => needs.includes(each))),
    currencies: [...new Set(parts.flatMap(({ currencies }) => currencies))],
  };
}
