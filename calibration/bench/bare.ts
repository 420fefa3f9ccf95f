/** As little as a k6 script can do: what `load/traffic.ts` is held against. */
import http from 'k6/http';

const url = __ENV['BARE_URL'] ?? '';
const rate = Number(__ENV['BARE_RATE']);
const maxVUs = Number(__ENV['BARE_VUS']);

export const options = {
  scenarios: {
    bare: {
      executor: 'constant-arrival-rate',
      rate,
      duration: `${__ENV['BARE_SECONDS']}s`,
      preAllocatedVUs: maxVUs,
      maxVUs,
    },
  },
  discardResponseBodies: true,
};

const params = { headers: { 'X-API-Key': __ENV['GV_API_KEY'] ?? '' } };

export default function ask(): void {
  http.get(url, params);
}
