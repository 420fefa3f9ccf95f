/** Provides the examples of the OpenAPI document: responses typed from the spec, and requests that a deployment accepts. */
import type { OpenAPIV3_1 } from 'openapi-types';
import {
  automationSamples,
  integrationSamples,
  type Sample,
} from '../resources/examples/automation.ts';
import {
  catalogSamples,
  errorSamples,
  orderSamples,
  walletSamples,
} from '../resources/examples/business.ts';
import type { errors } from '../resources/errors.ts';
import type { RouteName } from '../routes.ts';
import type { Schema } from '../schema.ts';

/** Values of one parameter or body, by a name for the reader. Undefined values are left out. */
export type Examples = Readonly<Record<string, unknown>>;

/** Values of the parameters and of the body of a request. */
export interface RequestExample {
  readonly parameters?: Readonly<Record<string, Examples>>;
  readonly body?: Examples;
}

/** Values that one deployment accepts, by route. */
export interface Deployment {
  readonly baseUrl: string;
  readonly requests: Partial<Readonly<Record<RouteName, RequestExample>>>;
  /** Countries that the key is allowed (§2.1). The catalog has products of these only. */
  readonly countries?: readonly string[] | undefined;
  /** Name of the currency filter of the ledger, which the specification does not show (§4.1). */
  readonly ledgerCurrency?: string | undefined;
}

const samples: readonly Sample[] = Object.values({
  ...catalogSamples,
  ...orderSamples,
  ...walletSamples,
  ...automationSamples,
  ...integrationSamples,
});

/** Returns an example of a schema: the sample of the schema, or an object of samples of its parts. */
export function exampleOf(schema: Schema): unknown {
  const sample = samples.find(each => each.schema === schema);
  if (sample) return sample.body;
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'boolean') return true;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part)]),
  );
}

/** Returns `example` for one value, and `examples` for several. */
export function examplesOf(
  values: Examples = {},
): Pick<OpenAPIV3_1.MediaTypeObject, 'example' | 'examples'> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return {};
  if (given.length === 1) return { example: given[0]![1] };
  return { examples: Object.fromEntries(given.map(([name, value]) => [name, { value }])) };
}

/** Returns an example of a row of the error table. */
export const errorExample = (name: keyof typeof errors | 'businessError'): unknown =>
  errorSamples[name].body;
