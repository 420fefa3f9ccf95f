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
import { arrayIn, at, isObject, type Item } from '../records/exchange.ts';
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
function exampleOf(schema: Schema): unknown {
  const sample = samples.find(each => each.schema === schema);
  if (sample) return sample.body;
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'boolean') return true;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part)]),
  );
}

const { body: someOrder } = orderSamples['listedOrder']!;
const webhook = { _id: 'wh1', url: 'https://example.com/x', events: ['voucher.sent'] };

/**
 * Returns an example of a success. It agrees with the example of the request: the response repeats the id, or what is sent (§4.2).
 *
 * @param sent Body of the request, or else its path parameter.
 */
export function responseTo(name: RouteName, schema: Schema, sent: unknown): unknown {
  const example = exampleOf(schema);
  if (!isObject(example)) return example;
  if (name === 'orderRequest') return { ...example, orderRequestId: sent ?? 'r1' };
  if (!isObject(sent)) return example;
  if (name === 'sendVoucher') return { ...example, data: { ...dataIn(example), ...sent } };
  if (name !== 'sendBulkVouchers') return example;
  const { vouchers, ...texts } = sent;
  const data = dataIn(example);
  const [result] = arrayIn(data['results']);
  const results = arrayIn(vouchers).map((voucher, voucherIndex) => ({
    ...(result as Item),
    voucherIndex,
    recipientEmail: at(voucher, 'recipientEmail'),
    voucherId: `v${voucherIndex}`,
  }));
  const { length } = results;
  const counts = { totalVouchers: length, vouchersSent: length, vouchersFailed: 0 };
  return { ...example, data: { ...data, ...texts, ...counts, results } };
}

const dataIn = ({ data }: Item): Item => (isObject(data) ? data : {});

/** Returns the first value, which readers and mocks take. */
export const firstOf = (values: Examples = {}): unknown =>
  Object.values(values).find(each => each !== undefined);

/** Guesses at responses whose body the specification does not show, so that a mock answers with JSON (§4). */
export const guesses: Partial<Readonly<Record<RouteName, unknown>>> = {
  order: someOrder,
  auth: { status: 'active' },
  walletBalance: [{ currency: 'GBP', balance: 90 }],
  createWebhook: webhook,
  updateWebhook: webhook,
  deleteWebhook: {},
};

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
