import { inStage, type Statements } from '../../schemas/statement.ts';

/** §7 Errors. */
export const errors = inStage('keys', {
  'errors.business': {
    anchor: '§7',
    text: 'Every error of a business route is a JSON object with a string error',
    implied: false,
    effect: 'spend',
  },
  'errors.no-wrapper': {
    anchor: '§7',
    text: 'No error of a business route carries success, action, code or timestamp',
    implied: false,
    effect: 'spend',
  },
  'errors.unwrapped-success': {
    anchor: '§7',
    text: 'Documented 2xx bodies of business routes carry no success, action, code or timestamp',
    implied:
      '§7: business routes have no wrapper. The sentence stands with the errors and speaks of the routes',
  },
  'errors.json': {
    anchor: '§4, §7',
    text: 'Every error of a business route declares JSON in its content type',
    implied:
      '§4, §7: errors are JSON, and a client reads the content type to know what the body is',
    effect: 'spend',
  },
  'errors.optional-fields': {
    anchor: '§7',
    text: 'Optional fields of business errors seen (message, reason, validEvents, details)',
    effect: 'spend',
    observed: true,
  },
  'errors.unexpected': {
    anchor: '§7',
    text: 'An unexpected failure is a 500 with a generic error',
    untestable: 'A client cannot provoke it; a 500 that occurs is judged by errors.business',
  },
  'errors.route-summaries': {
    anchor: '§7',
    text: 'Product list and filters have 500 texts of their own',
    untestable: 'A client cannot provoke them',
  },
  'errors.valid-events': {
    anchor: '§7',
    text: 'The condition under which validEvents is returned is not shown',
    untestable: 'Nothing is promised about when it appears',
  },
  'errors.integration': {
    anchor: '§7',
    text: 'Error statuses and bodies of automation and tool routes are not shown',
    untestable:
      'Only acceptance and rejection are distinguished; statuses are recorded in automation.refusals',
  },
  'errors.catalogue': {
    anchor: '§7',
    text: 'The complete catalogue of error strings is not shown',
    untestable: 'An open set; the strings that are shown are judged where they belong',
  },
} as const satisfies Statements);
