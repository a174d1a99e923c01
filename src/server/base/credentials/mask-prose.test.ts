import { describe, expect, test } from 'vitest'
import { maskProse, proseContext } from './mask-prose.ts'

const value = 'swordfish'
const masked = (text: string) => maskProse(text, proseContext([], 'shop/config.py', 'B105'))

describe('a sentence about a credential loses what it quotes', () => {
  test.each([
    [`Possible hardcoded password: 'it\\'s ${value}'`],
    [`Found "it is \\"${value}\\" here" in the file`],
    [`Hard-coded password r#"a"${value}"# is used`],
    [`Hard-coded password r##"a"#${value}"## is used`],
    [`Hard-coded password R"x(a"${value})x" is used`],
    [`Hard-coded password $'it\\'s ${value}' is used`],
    [`Hard-coded password q{${value}} is used`],
    [`Hard-coded password qq(a (b) ${value}) is used`],
    [`Hard-coded password %q(${value}) is used`],
    [`Hard-coded password %w[one ${value}] is used`],
    [`Hard-coded password ~s(${value}) is used`],
    [`Hard-coded password ~S|${value}| is used`],
    [`The command mysql -p${value} shows it`],
    [`The command tool --password=${value} shows it`],
    [`The command tool --password ${value} shows it`],
    [`The command curl -u me:${value} shows it`],
    [`password: ${value}`],
    [`Found in line 3:\n  password: it is ${value}\n`],
    [`Found """${value} and "more" of it""" here`],
    [`Found '''it's ${value}''' here`],
    [`Found \`a 'b' ${value}\` here`],
    [`Found f"{user}:${value}" here`],
    [`Found rb'${value}' here`],
    [`Found L"${value}" here`],
    [`Found @"C:\\${value}" here`],
    [`Found <<EOF\nab ${value}\nEOF\n here`],
    [`Found {"password":"it \\"is\\" ${value}"} here`],
    [`Found {\\"password\\":\\"${value}\\"} here`],
    [`Found password = &quot;${value} x&quot; here`],
    [`Found &#39;${value} x&#39; here`],
    [`Found password%3D%22${value}%20x%22 here`],
    [`Found Server=db;Password=${value};Timeout=3 here`],
    [`Found Server=db;Pwd=abc ${value};Timeout=3 here`],
    [`Found Authorization: Bearer ${value} here`],
    [`Found Authorization: Basic ${Buffer.from(`me:${value}`).toString('base64')} here`],
    [`Found https://me:${value}@db.example/x here`],
    [`Found [[${value}]] and [=[a ${value}]=] here`],
    [`Found $tag$a ${value}$tag$ here`],
    [`Found <password>${value} x</password> here`],
    [`Found :password => :${value} here`],
    [`Found #"a "b" ${value}"# here`],
    [`Found “it ${value}” and ‘${value}’ and «${value}» and ‹${value}› and „${value}“ and 「${value}」 here`],
  ])('%s', (text) => expect(masked(text)).not.toContain(value))
})

describe('a sentence about a credential keeps what is no value', () => {
  test.each([
    "Hard-coded password found in a users' table of the application.",
    "Don't use a hard-coded token. It's read by anybody, isn't it?",
    'The method getConnection(String, int) has a hard-coded password',
    'Hard-coded credentials: use a secret manager instead.',
    'Secret: do not store tokens or keys in source code.',
    'hardcoded-password: A password was found in the source of the program.',
    'The token hard-coded in this file is that of basic authentication.',
    'Bearer token exposed (CWE-798), see https://rules.example/hardcoded-password?version=2.',
    'Do not hard-code a password in `shop/config.py` (B105)',
    'A password of 50% (or more) of the users is hard-coded.',
  ])('%s', (text) => expect(masked(text)).toBe(text))
})

test('takes time linear in hostile sentences', () => {
  const pieces = [
    `"`,
    `'`,
    '<a>',
    'key=',
    'key: ',
    '-p ',
    '%q(',
    '[[',
    '$$',
    '<<A\n',
    '\\"',
    '&quot;',
    '%22',
    '“',
    '\n- a',
    '://',
  ]
  for (const piece of pieces) expect(masked(piece.repeat(10_000 / piece.length)).length).toBeGreaterThan(0)
})
