/** Something answers in place of the service, always the same. */
import { refused, cutShort, type Fault, faults } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, from } from '../proxy/when.ts';
import { html, say } from '../strikes.ts';

const asHtml = { 'Content-Type': 'text/html; charset=utf-8' };
const portal =
  '<!doctype html><html><head><title>Guest Wi-Fi</title></head><body><form action="/login">Sign in</form></body></html>';

export const pretend: readonly Fault[] = [
  ...faults(always, refused(/204/), {
    'pretend-204': [
      'an empty 204 to everything',
      say({ ...answer(204, 'No Content'), headers: [] }),
    ],
  }),
  ...faults(always, refused(/empty|no body|JSON/i), {
    'pretend-empty-200': ['an empty 200 to everything', say({ ...answer(200, 'OK'), headers: [] })],
  }),
  ...faults(always, refused(/HTML|page|portal/i), {
    'pretend-captive-portal': [
      'a page to sign in, with 200, to everything',
      say(answer(200, 'OK', portal, asHtml)),
    ],
  }),
  ...faults(
    from(100),
    { ...cutShort(), exits: [1, 2, 3], fails: /./ },
    {
      'pretend-captive-portal-from-100': [
        'a page to sign in, with 200: the session of the network has ended',
        say(answer(200, 'OK', portal, asHtml)),
      ],
    },
  ),
  ...faults(
    always,
    { ...refused(/./), exits: [1, 3], fails: /./, seconds: 40 },
    {
      'pretend-empty-object': ['a 200 with {} to everything', say(answer(200, 'OK', '{}'))],
    },
  ),
  ...faults(always, refused(/404|prefix|path/i), {
    'pretend-404': [
      'the 404 page of a web server to everything: a wrong prefix',
      say(answer(404, 'Not Found', html('404 Not Found'), asHtml)),
    ],
    'pretend-404-json': [
      'a 404 in JSON to everything: the prefix of another service',
      say(answer(404, 'Not Found', '{"error":"Not found"}')),
    ],
  }),
  ...faults(
    always,
    { ...refused(/500/), exits: [1, 3], fails: /./, seconds: 40 },
    {
      'pretend-500': [
        'a 500 in the form of the service to everything',
        say(answer(500, 'Internal Server Error', '{"error":"An error occurred"}')),
      ],
    },
  ),
];
