/** `npm run openapi`: writes the OpenAPI document; `-- --check` reports whether the committed one is stale. */
import { openapi } from '../schemas/openapi/document.ts';
import { generate } from './shared/generated.ts';

await generate('schemas/openapi/openapi.json', JSON.stringify(openapi), 'npm run openapi');
