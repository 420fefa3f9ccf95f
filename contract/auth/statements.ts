import { inStage, type Statements } from '../../schemas/statement.ts';

/** §5 Authentication. */
export const auth = inStage('keys', {
  'auth.missing-key': {
    anchor: '§5.2, §7',
    text: 'A business route answers a request without X-API-Key with 401 "Missing API key"',
    implied: false,
    effect: 'spend',
  },
  'auth.key-elsewhere': {
    anchor: '§5.1, §5.2',
    text: 'A key that is sent in Authorization or in the query does not count: the response is 401 "Missing API key"',
    implied: false,
  },
  'auth.key-before-request': {
    anchor: '§5.1, §5.2',
    text: 'A missing or invalid key gets its 401 even if the query, the id or the body of the request is wrong, too',
    implied:
      '§5.1, §5.2: a missing and an invalid key get their 401 on every business route, and no other part of the request is named',
    effect: 'spend',
  },
  'auth.unknown-key': {
    anchor: '§5.2, §7',
    text: 'A business route answers an unknown key with 401 "Invalid API key"',
    implied: false,
    effect: 'spend',
  },
  'auth.altered-key': {
    anchor: '§5.1, §5.2, §7',
    text: 'A good key with characters added, removed or changed gets 401 "Invalid API key", and so does a key of mixed letters in the other case',
    implied:
      '§5.1, §5.2: the header carries the key of the account; another text is not that key and cannot be valid',
  },
  'auth.empty-key': {
    anchor: '§5.2, §7',
    text: 'An X-API-Key without a value is rejected; on business routes with 401, as missing or as invalid',
    implied: '§5.2: a header without a value is a missing or an invalid key, and both get 401',
  },
  'auth.revoked-key': {
    anchor: '§5.2, §7',
    text: 'A business route answers a revoked key with 401 "Invalid API key"',
    implied: false,
    needs: ['GV_KEY_REVOKED'],
    effect: 'spend',
  },
  'auth.reason': {
    anchor: '§5.2',
    text: 'If the rejection of a key gives a reason, the reason is a string',
    implied: false,
    effect: 'spend',
  },
  'auth.header-name': {
    anchor: '§5.1',
    text: 'The name of the X-API-Key header is accepted in any case',
    implied:
      '§5.1: the key is in a header of HTTP, and the case of header names does not matter (RFC 9110)',
  },
  'auth.integration-missing-key': {
    anchor: '§5.1, §5.4',
    text: 'Automation and tool routes reject a request without X-API-Key',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'auth.integration-unknown-key': {
    anchor: '§5.1, §5.4',
    text: 'Automation and tool routes reject an unknown key and a good key that was altered',
    implied:
      '§5.1, §5.4: these routes require the key of an account with integration permission, and no account has an unknown or altered key',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
  },
  'auth.integration-revoked-key': {
    anchor: '§5.2, §5.4',
    text: 'Automation and tool routes reject a revoked key',
    implied:
      '§5.2, §5.4: these routes require a valid key, and a revoked key is the example of an invalid one',
    needs: ['GV_AUTOMATION_KEY', 'GV_KEY_REVOKED'],
    effect: 'spend',
  },
  'auth.integration-permission': {
    anchor: '§5.4',
    text: 'Automation and tool routes reject a key without integration permission',
    implied: false,
    needs: ['GV_AUTOMATION_KEY', 'GV_KEY_NO_INTEGRATION'],
    effect: 'spend',
  },
  'auth.business-permission': {
    anchor: '§5.1, §5.4',
    text: 'A business route does not answer 403 to a business key without integration permission',
    implied: '§5.4: only automation and tool routes require integration permission',
    needs: ['GV_KEY_NO_INTEGRATION'],
    feature: 'automation',
  },
  'auth.integration-key-format': {
    anchor: '§5.4',
    text: 'Automation and tool routes accept only UUID keys',
    implied:
      '§5.4: keys for these routes are in UUID format, so a key in another format is not one of them',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    feature: 'automation',
  },
  'auth.business-level': {
    anchor: '§5.4',
    text: 'The key of the automation and tool routes is a business-level key',
    untestable: 'Levels other than business are not shown, so there is no key to try',
  },
  'auth.ip-allow-list': {
    anchor: '§5.3, §7',
    text: 'A caller outside the allow list of a key is rejected; on business routes with 403 "IP not whitelisted", ip and whitelistedIps',
    implied: false,
    needs: ['GV_KEY_IP_BLOCKED'],
    effect: 'spend',
  },
  'auth.ip-named': {
    anchor: '§5.3',
    text: 'The rejection names an IP address as the caller and a list that does not contain it',
    implied:
      '§5.3: a caller is rejected because the list does not have its address, and the response has both',
    needs: ['GV_KEY_IP_BLOCKED'],
  },
  'auth.incomplete-profile': {
    anchor: '§5.5, §7',
    text: 'GET /auth answers an incomplete profile with 403, status and an array of the names of missing fields',
    implied: false,
  },
  'auth.pending-verification': {
    anchor: '§5.5, §7',
    text: 'GET /auth answers a pending verification with 403, status and message',
    implied: false,
  },
  'auth.good-key': {
    anchor: '§5.2, §5.5',
    text: 'GET /auth accepts a key that other routes accept, and accepts it again',
    implied:
      '§5.2, §5.5: GET /auth rejects invalid keys and the keys of businesses in two states, and accepts all others',
  },
  'auth.key-management': {
    anchor: '§5.7',
    text: 'Issuing, rotating and revoking keys and editing allow lists are not shown',
    untestable: 'No route for it is shown',
  },
  'auth.integration-refusals': {
    anchor: '§7',
    text: 'Status with which automation and tool routes reject a key',
    observed: true,
  },
  'auth.key-case': {
    anchor: '§5.2, §5.4',
    text: 'Whether a business key in the other case is the same key; a UUID or a hex number may be written in either',
    observed: true,
  },
  'auth.profile': {
    anchor: '§4.1 rule 9',
    text: 'What GET /auth returns for a good key',
    observed: true,
  },
} as const satisfies Statements);
