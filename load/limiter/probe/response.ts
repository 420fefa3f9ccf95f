import { BODY_KEPT, isRejected, type ProbeResponse } from '../../../schemas/records/limiter.ts';

/**
 * Keeps of a response what a finding needs; every host builds its responses with it. Bodies of
 * admitted requests are somebody's data and are dropped, and `secret` is kept nowhere.
 */
export function keep(
  raw: Omit<ProbeResponse, 'headers'> & { headers: Record<string, string | undefined> },
  secret: string,
): ProbeResponse {
  const mask = (text: string) => (secret === '' ? text : text.replaceAll(secret, '<API_KEY>'));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers)) {
    const lower = name.toLowerCase();
    if (value !== undefined && /^(date|retry-after|ratelimit-.*)$/.test(lower))
      headers[lower] = mask(value);
  }
  const response = { ...raw, headers, body: '' };
  return isRejected(response)
    ? { ...response, body: mask(raw.body).slice(0, BODY_KEPT) }
    : response;
}
