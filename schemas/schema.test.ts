import { expect, test } from '#test';
import { urlIn } from './schema.ts';

test('letters of Latin-1 are those of an address, however often one is read', () => {
  const wrong = Array.from({ length: 100_000 }, (_, at) =>
    urlIn(at % 100 === 0 ? 'https://bücher.example/é.png' : `https://a.example/${at}`),
  ).filter(url => url === undefined);
  expect(wrong).toHaveLength(0);
});

test('a text is seen from its base, and what is no address is none', () => {
  expect(urlIn('/b', 'https://a.example/c')?.href).toBe('https://a.example/b');
  expect(urlIn('/b')).toBeUndefined();
  expect(urlIn('')).toBeUndefined();
});
