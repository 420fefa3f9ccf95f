import { inStage, sentVouchers, type Statements } from '../../schemas/statement.ts';

/** §5 Authentication. */
export const auth = inStage('keys', {
  'auth.missing-key': {
    anchor: '§5.1, §5.2, §7',
    text: 'A business route answers a request without X-API-Key with 401 "Missing API key", even if the key is in Authorization or in the query, and even if the query, id or body is invalid',
    implied: false,
    effect: 'spend',
    uses: ['GV_BULK_ORDER_PATH'],
  },
  'auth.unknown-key': {
    anchor: '§5.2, §7',
    text: 'A business route answers an unknown key with 401 "Invalid API key", even if the query, id or body is invalid',
    implied: false,
    effect: 'spend',
    uses: ['GV_BULK_ORDER_PATH'],
  },
  'auth.altered-key': {
    anchor: '§5.1, §5.2, §7',
    text: 'A good key with characters added, removed or changed gets 401 "Invalid API key". So does a mixed-case key that is converted to one case',
    implied:
      '§5.1, §5.2: the header carries the key of the account. Another text is another key, and no account has it',
  },
  'auth.empty-key': {
    anchor: '§5.2, §7',
    text: 'An empty X-API-Key is rejected. Business routes answer it with 401 "Missing API key" or "Invalid API key"',
    implied: '§5.2: an empty key is a missing or an invalid key, and both get 401',
  },
  'auth.revoked-key': {
    anchor: '§5.2, §7',
    text: 'A business route answers a revoked key with 401 "Invalid API key"',
    implied: false,
    needs: ['GV_KEY_REVOKED'],
    effect: 'spend',
    uses: ['GV_BULK_ORDER_PATH'],
  },
  'auth.reason': {
    anchor: '§5.2',
    text: 'If the rejection of a key gives a reason, the reason is a string',
    implied: false,
    wants: ['GV_KEY_REVOKED'],
    effect: 'spend',
    uses: ['GV_BULK_ORDER_PATH'],
  },
  'auth.header-name': {
    anchor: '§5.1',
    text: 'The name of the X-API-Key header is accepted in any case',
    implied:
      '§5.1: the key is in an HTTP header, and the case of header names does not matter (RFC 9110)',
  },
  'auth.integration-missing-key': {
    anchor: '§5.1, §5.4',
    text: 'Automation and tool routes reject a request without X-API-Key',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    uses: sentVouchers,
  },
  'auth.integration-unknown-key': {
    anchor: '§5.1, §5.4',
    text: 'Automation and tool routes reject an unknown key and an altered good key',
    implied:
      '§5.1, §5.4: these routes require the key of an account with integration permission, and an unknown or altered key belongs to no account',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    uses: sentVouchers,
  },
  'auth.integration-revoked-key': {
    anchor: '§5.2, §5.4',
    text: 'Automation and tool routes reject a revoked key',
    implied:
      '§5.2, §5.4: these routes require a valid key, and §5.2 names a revoked key as an example of an invalid key',
    needs: ['GV_AUTOMATION_KEY', 'GV_KEY_REVOKED'],
    effect: 'spend',
    uses: sentVouchers,
  },
  'auth.integration-permission': {
    anchor: '§5.4',
    text: 'Automation and tool routes reject a key without integration permission',
    implied: false,
    needs: ['GV_AUTOMATION_KEY'],
    wants: ['GV_KEY_NO_INTEGRATION'],
    effect: 'spend',
    uses: sentVouchers,
  },
  'auth.business-permission': {
    anchor: '§5.1, §5.4',
    text: 'A business route does not answer 403 to a business key without integration permission',
    implied: '§5.4: only automation and tool routes require integration permission',
    wants: ['GV_KEY_NO_INTEGRATION'],
    feature: 'automation',
  },
  'auth.integration-key-format': {
    anchor: '§5.4',
    text: 'Automation and tool routes accept only UUID keys',
    implied:
      '§5.4: keys for these routes are in UUID format, so a key in another format is not a key for these routes',
    needs: ['GV_AUTOMATION_KEY'],
    effect: 'spend',
    feature: 'automation',
    uses: sentVouchers,
  },
  'auth.business-level': {
    anchor: '§5.4',
    text: 'Automation and tool routes require a business-level key',
    untestable: 'The spec shows no other level, so there is no key to try',
  },
  'auth.ip-allow-list': {
    anchor: '§5.3, §7',
    text: 'A caller whose address is not on the allow list of its key is rejected. Business routes answer with 403 "IP not whitelisted", ip and whitelistedIps',
    implied: false,
    needs: ['GV_KEY_IP_BLOCKED'],
    effect: 'spend',
    uses: [...sentVouchers, 'GV_BULK_ORDER_PATH'],
  },
  'auth.ip-named': {
    anchor: '§5.3',
    text: 'In the rejection, ip is an IP address that whitelistedIps does not contain',
    implied:
      '§5.3: a caller is rejected because its address is not on the list, and the response has the address and the list',
    needs: ['GV_KEY_IP_BLOCKED'],
  },
  'auth.incomplete-profile': {
    anchor: '§5.5, §7',
    text: 'GET /auth answers an incomplete business profile with 403 "Incomplete business profile", status and missingFields, an array of strings',
    implied: false,
    wants: ['GV_KEY_INCOMPLETE_PROFILE'],
  },
  'auth.pending-verification': {
    anchor: '§5.5, §7',
    text: 'GET /auth answers a pending business verification with 403 "Business verification pending", status and message',
    implied: false,
    wants: ['GV_KEY_PENDING_VERIFICATION'],
  },
  'auth.good-key': {
    anchor: '§5.2, §5.5',
    text: 'GET /auth accepts a key that other routes accept, and accepts it again. It may name a state of §5.5 instead',
    implied:
      '§5.2, §5.5: GET /auth rejects only invalid keys, and keys of businesses whose profile is incomplete or whose verification is pending',
  },
  'auth.good-profile': {
    anchor: '§5.5',
    text: 'GET /auth reports neither an incomplete profile nor a pending verification for a key that other routes accept',
    implied:
      '§5.5: the two states concern a business that is not ready, and the key of this business is in use',
    doubt: 'The business of GV_API_KEY may be in that state',
  },
  'auth.key-management': {
    anchor: '§5.7',
    text: 'Issuing, rotating and revoking keys and editing allow lists are not shown',
    untestable: 'The spec shows no route for it',
  },
  'auth.integration-refusals': {
    anchor: '§7',
    text: 'Status and content type with which automation and tool routes reject a key',
    observed: 'elsewhere',
  },
  'auth.key-case': {
    anchor: '§5.2, §5.4',
    text: 'Whether a business key in the other case is accepted. A UUID or a hexadecimal key may be written in either case',
    observed: true,
  },
  'auth.profile': {
    anchor: '§4.1 rule 9',
    text: 'What GET /auth returns for a good key',
    observed: true,
  },
} as const satisfies Statements);
