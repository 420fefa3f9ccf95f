/** Builds the contract as an OpenAPI 3.1 document and, for tools without OpenAPI, as one JSON Schema document (2020-12). */
import type { OpenAPIV3_1 } from 'openapi-types';
import { group } from '../group.ts';
import { type Operation, operationOf } from '../operations.ts';
import { getWalletBalanceData } from '../resources/automation.ts';
import { businessError, errors, unwrapped } from '../resources/errors.ts';
import { route, type Route, type RouteName } from '../routes.ts';
import { ledgerCurrencies, type Schema } from '../schema.ts';
import { componentSchemas, link, schemasWith } from './components.ts';
import {
  errorExample,
  examplesOf,
  firstOf,
  guesses,
  responseTo,
  type Deployment,
  type Examples,
  type RequestExample,
} from './examples.ts';
import { links } from './links.ts';

const base = 'urn:gift-voucher-business-api:1.0.0';

/** Returns the id of a schema, which does not depend on where the file lies: `urn:gift-voucher-business-api:1.0.0:Order`. */
const idOf = (name: string): string => `${base}:${name}`;

/** `npm run build:schemas` writes it to `dist/contract.schema.json`. */
export const contractSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: base,
  title: 'Gift Voucher Business API 1.0.0',
  description: 'Resources, request bodies and error bodies, each with an id.',
  $defs: Object.fromEntries(
    Object.entries(schemasWith(idOf)).map(([name, schema]) => [
      name,
      { $id: idOf(name), ...schema },
    ]),
  ),
};

/** Lists the error rows of every business route (§5.2, §5.3 and the general failure). */
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

/** Returns the error rows of a business route by status, in ascending order. */
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

/** Defines the headers of a 429 (§8). The `RateLimit-` headers are present only if the limiter supports them. */
const limitHeaders = {
  'retry-after': { ...integerHeader('Seconds to wait.'), required: true },
  'RateLimit-Limit': integerHeader('Requests that a window admits.'),
  'RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'RateLimit-Reset': integerHeader('Unix timestamp of the end of the window.'),
};

const json = (
  schema: unknown,
  examples: Pick<OpenAPIV3_1.MediaTypeObject, 'example' | 'examples'>,
) => ({
  'application/json': { schema: link(schema) as SchemaObject, ...examples },
});

/** Returns the schema of a success in the document. */
function successSchema(name: RouteName, status: string, schema: Schema): unknown {
  // §4.2 shows `data` of a balance for one currency only, and a response cannot depend on the request.
  if (name === 'getWalletBalance') {
    const data = { anyOf: [getWalletBalanceData, { type: 'object' }] };
    return { ...schema, properties: { ...schema.properties, data } };
  }
  // The result of an order may be any object. So only a 200 is certain to have no wrapper (§7).
  const isUnwrapped =
    route[name].family === 'business' && status === '200' && schema.type === 'object';
  return isUnwrapped ? { allOf: [schema, unwrapped] } : schema;
}

/** Returns the status of a success in the document. §4.2 shows no status of the automation routes. */
const statusOf = (name: RouteName, status: string): string =>
  route[name].family === 'automation' ? '2XX' : status;

const otherError = json(businessError, { example: errorExample('businessError') });

/** Returns responses that are not in the error table. Every error of a business route is an object with `error` (§7). */
const otherErrors = (family: Route['family']): OpenAPIV3_1.ResponsesObject =>
  family === 'business'
    ? {
        '4XX': { description: 'Rejected for another reason.', content: otherError },
        '5XX': { description: 'Failed for another reason.', content: otherError },
      }
    : {
        '4XX': { description: 'Rejected. The specification does not show the body.' },
        '5XX': { description: 'Failed. The specification does not show the body.' },
      };

const linksOf = (name: RouteName, status: string): Pick<OpenAPIV3_1.ResponseObject, 'links'> => {
  const found = links[name]?.[status];
  return found ? { links: found } : {};
};

function responses(name: RouteName, sent: unknown): OpenAPIV3_1.ResponsesObject {
  const { family } = route[name];
  const { success = {} } = operationOf(route[name]);
  const result: OpenAPIV3_1.ResponsesObject = {};
  for (const [status, schema] of Object.entries(success)) {
    result[statusOf(name, status)] = {
      description: 'Accepted.',
      content: json(successSchema(name, status, schema), {
        example: responseTo(name, schema, sent),
      }),
      ...linksOf(name, status),
    };
  }
  if (Object.keys(success).length === 0)
    result['2XX'] = {
      description: 'Accepted. The specification does not show this body. The example is a guess.',
      content: { 'application/json': { schema: {}, example: guesses[name] } },
      ...linksOf(name, '2XX'),
    };
  for (const [status, names] of errorsOf(name)) {
    const schemas = names.map(each => errors[each].schema);
    result[status] = {
      description: schemas.map(each => each.title).join(', or: '),
      ...(status === 429 && { headers: limitHeaders }),
      content: json(schemas.length === 1 ? schemas[0] : { anyOf: schemas }, {
        examples: Object.fromEntries(names.map(each => [each, { value: errorExample(each) }])),
      }),
    };
  }
  return { ...result, ...otherErrors(family) };
}

/**
 * Bounds an integer parameter to 32 bits. The specification states no maximum, and generators of requests send 20 digits, which an honest
 * service with integers of 32 bits rejects.
 */
const bounded = (schema: Schema): Schema =>
  schema.type === 'integer' ? { ...schema, maximum: 2 ** 31 - 1 } : schema;

function parameters(
  { params = {}, query = {} }: Operation,
  given: RequestExample['parameters'] = {},
): OpenAPIV3_1.ParameterObject[] {
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
    schema: repeatable ? { type: 'array', items: schema } : bounded(schema),
  }));
  return [...inPath, ...inQuery].map(each => ({
    ...each,
    ...examplesOf(given[each.name]),
    // openapi-types gives parameters the schema type of OpenAPI 3.0.
  })) as OpenAPIV3_1.ParameterObject[];
}

/** Adds remarks about parameters and bodies that the specification mentions without showing them. */
const remarks: Partial<Record<RouteName, string>> = {
  search: 'There are numeric parameters, too, with a minimum of 1. Their names are not shown.',
  ledger: `Can be filtered by one of ${ledgerCurrencies.join(', ')}. The name of the parameter is not shown.`,
  getWalletBalance: 'Without a currency, the shape of `data` is not shown.',
};

/** Returns true for routes with a body. Routes that create or change something have one, even if the spec does not show it. */
function requestBody(
  name: RouteName,
  given?: Examples,
): Pick<OpenAPIV3_1.OperationObject, 'requestBody'> {
  const { body } = operationOf(route[name]);
  const examples = examplesOf(given);
  if (body) {
    const required = (body.required ?? []).length > 0;
    return { requestBody: { required, content: json(body, examples) } };
  }
  if (!['POST', 'PATCH'].includes(route[name].method)) return {};
  const description = 'The specification does not show this body. The example is a guess.';
  return {
    requestBody: { description, content: { 'application/json': { schema: {}, ...examples } } },
  };
}

function operation(
  name: RouteName,
  { parameters: values, body }: RequestExample = {},
): OpenAPIV3_1.OperationObject {
  const each = operationOf(route[name]);
  return {
    operationId: name,
    tags: [route[name].family],
    summary: each.summary,
    description: [`Specification, ${each.anchor}.`, remarks[name]].filter(Boolean).join(' '),
    security: [{ [route[name].family === 'business' ? 'businessKey' : 'integrationKey']: [] }],
    parameters: parameters(each, values),
    ...requestBody(name, body),
    responses: responses(name, firstOf(body) ?? firstOf(Object.values(values ?? {})[0])),
  };
}

function paths({ requests, ledgerCurrency }: Deployment): OpenAPIV3_1.PathsObject {
  const result: OpenAPIV3_1.PathsObject = {};
  for (const [name, { path, method }] of Object.entries(route)) {
    // The path of this route is not shown (§4.1 rule 8), so the document has no place for it.
    if (name === 'createBulkOrder') continue;
    const described = operation(name as RouteName, requests[name as RouteName]);
    if (name === 'ledger' && ledgerCurrency !== undefined)
      described.parameters!.push({
        name: ledgerCurrency,
        in: 'query',
        schema: { type: 'string', enum: [...ledgerCurrencies] },
      });
    result[path] = { ...result[path], [method.toLowerCase()]: described };
  }
  return result;
}

const keyScheme = (description: string): OpenAPIV3_1.SecuritySchemeObject => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description,
});

/** Returns the schemas of the document. The case of a country code is not shown (§2.1). */
function schemasFor({ countries }: Deployment): Record<string, SchemaObject> {
  if (countries === undefined) return componentSchemas;
  const codes = countries.flatMap(code => [code, code.toLowerCase()]);
  const { BrowsedProduct: product }: Record<string, SchemaObject> = componentSchemas;
  const country = { ...product?.properties?.['country'], enum: codes };
  const properties = { ...product?.properties, country } as SchemaObject['properties'];
  return { ...componentSchemas, BrowsedProduct: { ...product, properties } as SchemaObject };
}

/** Returns the document, with examples of requests that a deployment accepts. */
export const openapiWith = (deployment: Deployment): OpenAPIV3_1.Document => ({
  openapi: '3.1.0',
  info: {
    title: 'Gift Voucher Business API',
    version: '1.0.0',
    license: { name: 'Not stated by the specification', identifier: 'LicenseRef-not-stated' },
    description:
      'Only what the specification states. Objects are open. An optional field of a ' +
      'response is nullable, because the specification leaves null for an absent value open.',
  },
  servers: [{ url: '{base_url}', variables: { base_url: { default: deployment.baseUrl } } }],
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
  paths: paths(deployment),
  components: {
    schemas: schemasFor(deployment),
    securitySchemes: {
      businessKey: keyScheme('Key of the account.'),
      integrationKey: keyScheme('Business-level key with integration permission, a UUID (§5.4).'),
    },
  },
});

type ErrorName = keyof typeof errors;
