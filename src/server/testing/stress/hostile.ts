import fc from 'fast-check'

// What people and scripts send by mistake, and what attackers send on purpose.

/** Texts that mean something to a database, a path, a spreadsheet, a page, a pattern or JavaScript. */
const meaning = [
  '',
  ' ',
  '\t\n',
  '0',
  '-1',
  '-0',
  '00',
  '1.5',
  '1e9',
  '1e400',
  'NaN',
  'Infinity',
  '0x10',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  'null',
  'undefined',
  'true',
  '__none',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  "'; drop table project; --",
  '"',
  '\\',
  '%',
  '_',
  '*',
  '**/**/**/**/**/*a',
  '[',
  '(a+)+$',
  '../../../etc/passwd',
  '..\\..',
  'C:\\',
  '/',
  '//',
  '.',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://a")',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\u202e',
  '\uFFFF',
  '\uFEFF',
  '\ud800',
  '🙂',
  'é'.normalize('NFD'),
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999+23:59',
  'javascript:alert(1)',
  'http://[::1',
  'pkg:',
  '>=',
  '<0',
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...meaning) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom('x', '%', '🙂', '*a', ',', '(').map((one) => one.repeat(3_000)) },
)

/** JSON of any kind where something else is wanted, as text: JavaScript could not write some of it. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '5e-324'],
      ...['2147483648', '4294967295', '4294967296', '9007199254740993', '18446744073709551616'],
      ...['""', '[]', '{}', '[[]]', '[null]', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'],
      ...['{"length":3}', '{"toString":1,"valueOf":2}', '"\\ud800"', '{"":""}', '[0,0,0,0,0]'],
    ),
  },
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constant(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) },
  { weight: 1, arbitrary: fc.constant(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) },
  { weight: 2, arbitrary: fc.array(hostileText, { maxLength: 4 }).map((list) => JSON.stringify(list)) },
  { weight: 1, arbitrary: fc.array(fc.integer(), { maxLength: 4 }).map((list) => JSON.stringify(list)) },
  { weight: 1, arbitrary: fc.json() },
)

/** A text as it may stand in an address: percent-encoded, as it is, or encoded wrongly. */
export const encoded = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(encodeURIComponent(text.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%E0%A4%A', '%ff%fe', '%00', '+', ';', '&', '=', '%2F'),
    },
  )
