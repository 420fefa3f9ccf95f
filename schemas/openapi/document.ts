/** The contract as an OpenAPI 3.1 document and, for tools that know no OpenAPI, as one JSON Schema document (2020-12). */
import type { OpenAPIV3_1 } from 'openapi-types';
import { group } from '../group.ts';
import { type Operation, operationOf } from '../operations.ts';
import { getWalletBalanceData } from '../resources/automation.ts';
import { businessError, errors } from '../resources/errors.ts';
import { route, type Route, type RouteName } from '../routes.ts';
import { ledgerCurrencies } from '../schema.ts';
import { componentSchemas, link, schemasWith } from './components.ts';

const base = 'urn:gift-voucher-business-api:1.0.0';

/** A name for each that stays the same wherever the file lies: `urn:gift-voucher-business-api:1.0.0:Order`. */
const idOf = (name: string): string => `${base}:${name}`;

/** `npm run build:schemas` writes it to `dist/contract.schema.json`. */
export const contractSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: base,
  title: 'Gift Voucher Business API 1.0.0',
  description: 'Resources, request bodies and error bodies, each under an id of its own.',
  $defs: Object.fromEntries(
    Object.entries(schemasWith(idOf)).map(([name, schema]) => [
      name,
      { $id: idOf(name), ...schema },
    ]),
  ),
};

/** §5.2, §5.3 and the general failure: on every business route. */
const everywhere: readonly ErrorName[] = ['missingKey', 'invalidKey', 'ipNotAllowed', 'unexpected'];

const own: Partial<Record<keyof typeof route, readonly ErrorName[]>> = {
  orderRequest: ['invalidOrderRequestId', 'unknownOrderRequest'],
  wallet: ['noWallet'],
  ledger: ['noWallet'],
  walletBalance: ['noWallet'],
  createOrder: ['unknownProduct'],
  order: ['unknownOrder'],
  auth: ['incompleteProfile', 'verificationPending'],
  createWebhook: ['webhookNotRegistered'],
  updateWebhook: ['foreignWebhook', 'unknownWebhook'],
  deleteWebhook: ['foreignWebhook', 'unknownWebhook'],
};

/** Names of the error rows by status, in ascending order, of one route; none outside the business family. */
function errorsOf(name: keyof typeof route): ReadonlyMap<number, readonly ErrorName[]> {
  const { family, limiter }: Route = route[name];
  if (family !== 'business') return new Map();
  const names = [...everywhere, ...(own[name] ?? [])];
  if (limiter) names.push('rateLimited');
  names.sort((a, b) => errors[a].status - errors[b].status);
  return group(names, each => errors[each].status);
}

type SchemaObject = OpenAPIV3_1.SchemaObject;

const integerHeader = (description: string) => ({
  description,
  schema: { type: 'integer' } satisfies SchemaObject,
});

/** Headers of a 429 (§8); those of the `RateLimit-` family only where the limiter supports them. */
const limitHeaders = {
  'retry-after': { ...integerHeader('Seconds to wait.'), required: true },
  'RateLimit-Limit': integerHeader('Requests that a window admits.'),
  'RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'RateLimit-Reset': integerHeader('Unix timestamp of the end of the window.'),
};

const json = (schema: unknown) => ({
  'application/json': { schema: link(schema) as SchemaObject },
});

/** A response of the document cannot hang on the request: `data` of a balance is shown for one currency only (§4.2). */
function successOf(name: RouteName): Readonly<Record<string, unknown>> {
  const { success = {} } = operationOf(route[name]);
  if (name !== 'getWalletBalance') return success;
  const data = { anyOf: [getWalletBalanceData, { type: 'object' }] };
  return Object.fromEntries(
    Object.entries(success).map(([status, schema]) => [
      status,
      { ...schema, properties: { ...schema.properties, data } },
    ]),
  );
}

/** Responses beside the rows of the error table; every error of a business route is an object with `error` (§7). */
const otherErrors = (family: Route['family']): OpenAPIV3_1.ResponsesObject =>
  family === 'business'
    ? {
        '4XX': { description: 'Rejected otherwise.', content: json(businessError) },
        '5XX': { description: 'Failed otherwise.', content: json(businessError) },
      }
    : { '4XX': { description: 'Rejected. The specification does not show the body.' } };

function responses(name: RouteName): OpenAPIV3_1.ResponsesObject {
  const { family } = route[name];
  const success = successOf(name);
  const result: OpenAPIV3_1.ResponsesObject = {};
  for (const [status, schema] of Object.entries(success)) {
    result[status] = { description: 'Accepted.', content: json(schema) };
  }
  if (Object.keys(success).length === 0)
    result['2XX'] = { description: 'Accepted. The specification does not show the body.' };
  for (const [status, names] of errorsOf(name)) {
    const schemas = names.map(each => errors[each].schema);
    result[status] = {
      description: schemas.map(each => each.title).join(', or: '),
      ...(status === 429 && { headers: limitHeaders }),
      content: json(schemas.length === 1 ? schemas[0] : { anyOf: schemas }),
    };
  }
  return {
    ...result,
    ...otherErrors(family),
    default: { description: `Not shown by the specification (${family} routes).` },
  };
}

function parameters({ params = {}, query = {} }: Operation): OpenAPIV3_1.ParameterObject[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }));
  const inQuery = Object.entries(query).map(([name, { repeatable, ...schema }]) => ({
    name,
    in: 'query',
    ...(repeatable && { style: 'form', explode: true }),
    schema: repeatable ? { type: 'array', items: schema } : schema,
  }));
  // openapi-types gives parameters the schema type of OpenAPI 3.0.
  return [...inPath, ...inQuery] as OpenAPIV3_1.ParameterObject[];
}

/** Remarks for what the specification shows without a name. */
const remarks: Partial<Record<RouteName, string>> = {
  search: 'There are numeric parameters, too, with a minimum of 1; their names are not shown.',
  ledger: `Can be filtered by one of ${ledgerCurrencies.join(', ')}; the name of the parameter is not shown.`,
  getWalletBalance: 'Without a currency, the shape of `data` is not shown.',
};

/** The routes that create or change something have a body, even where the specification does not show it. */
function requestBody(name: RouteName): Pick<OpenAPIV3_1.OperationObject, 'requestBody'> {
  const { body } = operationOf(route[name]);
  if (body) return { requestBody: { required: true, content: json(body) } };
  if (!['POST', 'PATCH'].includes(route[name].method)) return {};
  const description = 'Not shown by the specification.';
  return { requestBody: { description, content: { 'application/json': {} } } };
}

function operation(name: RouteName): OpenAPIV3_1.OperationObject {
  const each = operationOf(route[name]);
  return {
    operationId: name,
    tags: [route[name].family],
    summary: each.summary,
    description: [`Specification, ${each.anchor}.`, remarks[name]].filter(Boolean).join(' '),
    parameters: parameters(each),
    ...requestBody(name),
    responses: responses(name),
  };
}

function paths(): OpenAPIV3_1.PathsObject {
  const result: OpenAPIV3_1.PathsObject = {};
  for (const [name, { path, method }] of Object.entries(route)) {
    // Its path is not shown (§4.1 rule 8): there is no key to document it under.
    if (name === 'createBulkOrder') continue;
    result[path] = { ...result[path], [method.toLowerCase()]: operation(name as RouteName) };
  }
  return result;
}

/** The document; `./gv openapi` writes it to `schemas/openapi/openapi.json`. */
export const openapi: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  info: {
    title: 'Gift Voucher Business API',
    version: '1.0.0',
    description:
      'What the specification states, and nothing else. Objects are open. An optional field of a ' +
      'response is nullable, because the specification leaves null for an absent value open.',
  },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1' } } }],
  security: [{ apiKey: [] }],
  tags: [
    {
      name: 'business',
      description: 'Catalog, orders, wallet and webhooks of a business account.',
    },
    {
      name: 'automation',
      description: 'Actions for automation tools, and the integration status.',
    },
    { name: 'tool', description: 'Details of the gift-finding tools.' },
  ],
  paths: paths(),
  components: {
    schemas: componentSchemas,
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
  },
};

type ErrorName = keyof typeof errors;
