import { inStage, type Statements } from '../../schemas/statement.ts';

/** Ids and the path that a target rejects. */
const ofRejectedRequests = [
  'unknown request',
  'GV_ORDER_UNKNOWN',
  'GV_ORDER_REQUEST_INVALID',
  'GV_BULK_ORDER_PATH',
] as const;

/** §7 Errors. */
export const errors = inStage('keys', {
  'errors.business': {
    anchor: '§7',
    text: 'Every error of a business route is a JSON object whose error is a string',
    implied: false,
    effect: 'spend',
    uses: ofRejectedRequests,
  },
  'errors.no-wrapper': {
    anchor: '§7',
    text: 'No error of a business route carries success, action, code or timestamp',
    implied: false,
    effect: 'spend',
    uses: ofRejectedRequests,
  },
  'errors.unwrapped-success': {
    anchor: '§7',
    text: 'Documented 2xx bodies of business routes carry no success, action, code or timestamp',
    implied:
      '§7: there is no wrapper on business routes. The sentence is in the section on errors, but it is about the routes',
  },
  'errors.json': {
    anchor: '§4, §7',
    text: 'Every error of a business route declares JSON in its content type',
    implied: '§4, §7: errors are JSON, and a client reads the body according to its content type',
    effect: 'spend',
    uses: ofRejectedRequests,
  },
  'errors.optional-fields': {
    anchor: '§7',
    text: 'Optional fields of business errors seen (message, reason, validEvents, details)',
    effect: 'spend',
    observed: true,
    uses: ofRejectedRequests,
  },
  'errors.unexpected': {
    anchor: '§7',
    text: 'An unexpected failure gets 500 with a generic error',
    untestable: 'A client cannot provoke it. If a 500 occurs, errors.business judges it',
  },
  'errors.route-summaries': {
    anchor: '§7',
    text: 'The product list and the filters each have their own error text for a 500',
    untestable: 'A client cannot provoke them',
  },
  'errors.valid-events': {
    anchor: '§7',
    text: 'The condition under which validEvents is returned is not shown',
    untestable: 'The spec does not promise when it appears',
  },
  'errors.integration': {
    anchor: '§7',
    text: 'Error statuses and bodies of automation and tool routes are not shown',
    untestable:
      'The suite judges only if a request is accepted or rejected. automation.refusals records the statuses',
  },
  'errors.catalogue': {
    anchor: '§7',
    text: 'The complete catalogue of error strings is not shown',
    untestable: 'The set is open. The strings that the spec shows are judged with their routes',
  },
} as const satisfies Statements);
