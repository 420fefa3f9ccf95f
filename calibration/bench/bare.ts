/** As little as a k6 script can do: what `load/traffic.ts` is compared with. It reads the same variables. */
import http from 'k6/http';
import { path } from './path.ts';

const url = (__ENV['GV_BASE_URL'] ?? '') + path;
const maxVUs = Number(__ENV['GV_LOAD_MAX_VUS']);

export const options = {
  scenarios: {
    bare: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV['GV_LOAD_RATE']),
      duration: `${__ENV['GV_LOAD_DURATION']}s`,
      preAllocatedVUs: maxVUs,
      maxVUs,
    },
  },
  discardResponseBodies: true,
};

const params = { headers: { 'X-API-Key': __ENV['GV_API_KEY'] ?? '' } };

export default function get(): void {
  http.get(url, params);
}
