import { describe, expect, test } from 'vitest'
import { maskSource } from './mask-source.ts'

const value = 'Tr0ub4dor&3-x9'
const masked = (code: string, path: string) => maskSource(code, path).text

describe('a literal goes, the rest of the line stays', () => {
  test.each([
    ['a.py', `password = '${value}'  # for tests`, `password = '[removed]'  # for tests`],
    ['a.py', `login(user, pw=f"${value}", retries=3)`, `login(user, pw=f"[removed]", retries=3)`],
    ['a.py', `p = b'${value}' + b'more'`, `p = b'[removed]' + b'[removed]'`],
    ['a.py', `p = """${value}\nsecond line"""\nq()`, `p = """[removed]\n[removed]"""\nq()`],
    ['a.py', `p = "a\\"${value}"; q()`, `p = "[removed]"; q()`],
    ['a.js', `const p = \`${value}\`;`, 'const p = `[removed]`;'],
    ['a.js', `const o = { password: '${value}', on: true }`, `const o = { password: '[removed]', on: true }`],
    ['a.js', `const o = { "password": "${value}" }`, `const o = { "password": "[removed]" }`],
    ['a.js', `const p = on ? "${value}" : read()`, `const p = on ? "[removed]" : read()`],
    ['a.java', `char[] p = {'h', 'i', '9'};`, `char[] p = {'[removed]', '[removed]', '[removed]'};`],
    ['a.java', `byte[] key = {1, 22, 33, 4};`, `byte[] key = {[removed]};`],
    ['a.java', `byte[] key = {0x1f, (byte) 0xa0};`, `byte[] key = {[removed], (byte) [removed]};`],
    ['a.go', `password := \`${value}\``, 'password := `[removed]`'],
    ['a.rs', `let p = r#"say "${value}""#;`, `let p = r#"[removed]"#;`],
    ['a.rs', `fn f(p: &'static str) { g("${value}") }`, `fn f(p: &'static str) { g("[removed]") }`],
    ['a.cpp', `auto p = R"x(${value})x";`, `auto p = R"x([removed])x";`],
    ['a.cs', `var p = @"C:\\${value}";`, `var p = @"[removed]";`],
    ['a.sql', `IDENTIFIED BY 'a''${value}';`, `IDENTIFIED BY '[removed]''[removed]';`],
    ['a.ps1', `$p = 'x\\'; $q = "${value}"`, `$p = '[removed]'; $q = "[removed]"`],
    ['a.rb', `p = %q(${value})`, `p = [removed]`],
    ['a.php', `$p = <<<EOT\n${value}\nEOT;`, `$p = <<<EOT\n[removed]\nEOT;`],
    ['a.php', `$p = "first\n${value}\nlast" . $q;`, `$p = "[removed]\n[removed]\n[removed]"[removed]`],
    ['a.sh', `cat <<'EOF' > f\n${value}\nEOF\nrun`, `cat <<'[removed]' > f\n[removed]\n[removed]\n[removed]`],
    ['a.sh', `export DB_PASSWORD=${value}`, 'export DB_PASSWORD=[removed]'],
    ['a.sh', `mysql -u root -p${value} shop`, 'mysql -u root -p[removed] shop'],
    ['a.sh', `tool --password ${value} --on`, 'tool --password [removed] --on'],
    ['Dockerfile', `ENV DB_PASSWORD ${value}`, 'ENV DB_PASSWORD [removed]'],
    ['.env', `TOKEN=${value}`, 'TOKEN=[removed]'],
    ['a.yaml', `  password: ${value}`, '  password: [removed]'],
    ['a.yaml', `key: |\n  first\n  ${value}\nother: 1`, 'key: |\n  [removed]\n  [removed]\nother: [removed]'],
    ['a.yaml', `- { user: me, password: hunter }`, '- { user: [removed], password: [removed] }'],
    ['a.yaml', 'password: !Ref DbPassword', 'password: !Ref DbPassword'],
    ['a.properties', `spring.datasource.password=${value}`, 'spring.datasource.password=[removed]'],
    ['a.ini', `password = ${value} and more`, 'password = [removed]'],
    ['redis.conf', `requirepass ${value}`, 'requirepass [removed]'],
    ['a.json', `"password": "${value}",`, `"password": "[removed]",`],
    ['a.json', `{ "pin": 987654 }`, `{ "pin": [removed] }`],
    ['web.config', `<add key="p" value="${value}" />`, `<add key="[removed]" value="[removed]" />`],
    ['pom.xml', `<password>${value}</password>`, '<password>[removed]</password>'],
    ['pom.xml', `<p><![CDATA[${value}]]></p>`, '<p><![CDATA[[removed]]]></p>'],
    ['a.py', `# token: ${value}`, '# token: [removed]'],
    ['a.py', `connect("Server=db;Password=${value};")`, 'connect("[removed]")'],
    ['a.conf', `url https://me:${value}@db.example/x`, 'url https://[removed]@db.example/x'],
    ['a.tf', `password = "${value}"`, 'password = "[removed]"'],
    ['a.tf', 'password = var.password', 'password = var.password'],
    ['a.py', `password = ${value}`, 'password = [removed]'],
    ['', `x ${'ghp_'}0123456789abcdefABCDEF0123456789abcd y`, 'x [removed] y'],
  ])('%s: %s', (path, code, right) => expect(masked(code, path)).toBe(right))

  test.each([
    ['a.py', 'password = get_password(user)'],
    ['a.js', 'const password = process.env.DB_PASSWORD;'],
    ['a.java', 'String password = config.password();'],
    ['a.yaml', 'password: !Ref DbPassword'],
  ])('nothing of %s: %s', (path, code) => {
    const { text, lines } = maskSource(code, path)
    expect([text, lines.size]).toEqual([code, 0])
  })
})

test.each(['a.py', 'a.sh', 'a.yaml', 'a.xml', 'a.php', 'a.c', 'noname'])(
  'no value in quotes is left of what is not closed: %s',
  (path) => {
    for (const code of [
      `x = "it's" + '${value}`,
      `say 5" long\npw = "${value}"`,
      `'${value}\\'; y = "${value}`,
    ])
      expect(masked(code, path)).not.toContain(value)
  },
)

test('says on which lines literals stand, and what they were', () => {
  expect(maskSource(`a()\nb = "one two"\nc = ''`, 'a.py')).toMatchObject({
    literals: ['one two'],
    lines: new Set([1, 2]),
  })
})

test('takes time linear in hostile code', () => {
  const pieces = [
    '"',
    "'",
    '<',
    '=',
    '-',
    'a=',
    'password ',
    '<<A\n',
    '-----BEGIN A-----',
    '1,',
    '%q(',
    '{',
    '- ',
    '\\',
  ]
  for (const [index, piece] of pieces.entries()) {
    const path = ['a.py', 'a.sh', 'a.xml', 'a.rb'][index % 4] ?? ''
    expect(masked(piece.repeat(100_000 / piece.length), path).length).toBeGreaterThan(0)
  }
})
