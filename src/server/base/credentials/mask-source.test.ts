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

const word = 'swordfish'

test.each([
  ['a.ex', `p = ~s(${word})`],
  ['a.exs', `p = ~S"""\na ${word}\n"""`],
  ['a.rb', `p = %q(a (b) ${word})`],
  ['a.rb', `p = %(a ${word})`],
  ['Rakefile', `p = %q{a ${word}}`],
  ['a.pl', `my $p = q{a {b} ${word}};`],
  ['a.pl', `my $p = qq~a ${word}~;`],
  ['a.pl', `my $p = q#a ${word}#;`],
  ['a.sh', `sshpass -p ${word} ssh x`],
  ['a.sh', `openssl x -passin pass:${word}`],
  ['a.sh', `redis-cli -a ${word} ping`],
  ['a.sh', `curl -u me:${word} https://x`],
  ['a.sh', `curl --user=me:${word} https://x`],
  ['a.sh', `P=$'it\\'s ${word}'`],
  ['a.sh', `export PASSWORD="a"${word}"b"`],
  ['a.sh', `curl -H "Authorization: Bearer ${word}"`],
  ['a.sh', `curl -H Authorization:Bearer\\ ${word}`],
  ['a.sh', `docker login -u me --password ${word}`],
  ['a.sh', `echo ${word} | docker login --password-stdin`],
  ['a.sh', `mysqladmin password ${word}`],
  ['a.yml', `password: it's ${word}`],
  ['a.yml', `- password: ${word} # c`],
  ['a.yml', `command: ["--password", ${word}]`],
  ['a.yml', `password: >-\n  ${word}`],
  ['a.yml', `? password\n: ${word}`],
  ['a.yml', `env: {PASSWORD: ${word}}`],
  ['a.yml', `- name: PASSWORD\n  value: ${word}`],
  ['a.toml', `password = '''${word}'''`],
  ['a.go', `p := \`a"${word}\``],
  ['a.rs', `let p = br##"a"#${word}"##;`],
  ['a.cpp', `auto p = u8R"(${word})";`],
  ['a.cs', `var p = """a"${word}""";`],
  ['a.cs', `var p = $@"a""${word}";`],
  ['a.kt', `val p = """${word}"""`],
  ['a.swift', `let p = ##"a"#${word}"##`],
  ['a.groovy', `def p = $/a ${word}/$`],

  ['a.lua', `p = [==[a ${word}]==]`],
  ['a.sql', `identified by $x$${word}$x$`],
  ['a.sql', `q'[it's ${word}]'`],
  ['a.sql', `CREATE USER me WITH PASSWORD '${word}'`],
  ['a.sql', `IDENTIFIED BY ${word}`],
  ['a.vb', `Dim p = "a""${word}"`],
  ['a.ps1', `$p = @'\nit's ${word}\n'@`],
  ['a.ps1', `ConvertTo-SecureString ${word} -AsPlainText`],
  ['a.tf', `password = <<EOT\n${word}\nEOT`],
  ['a.r', `p <- r"(a"${word})"`],
  ['a.R', `p <- '${word}'`],
  ['a.d', `p = q"(${word})"`],
  ['a.nim', `p = """${word}"""`],
  ['a.jl', `p = raw"${word}"`],
  ['a.tcl', `set password {${word}}`],
  ['a.clj', `(def password "${word}")`],
  ['a.lisp', `(setq password "${word}")`],
  ['a.erl', `P = <<"${word}">>.`],
  ['a.hs', `p = "a\\\n  \\${word}"`],
  ['Dockerfile', `ENV PASSWORD=${word} B=c`],
  ['Dockerfile', `RUN echo root:${word} | chpasswd`],
  ['a.properties', `password ${word}`],
  ['a.properties', `password=a\\\n  ${word}`],
  ['a.ini', `password : ${word}`],
  ['.netrc', `machine x login me password ${word}`],
  ['.pgpass', `db:5432:*:me:${word}`],
  ['a.htpasswd', `me:${word}`],
  ['a.cfg', `user me ${word}`],
  ['.npmrc', `//r/:_authToken=${word}`],
  ['a.xml', `<p v='${word}'>`],
  ['a.xml', `<password>\n${word}\n</password>`],
  ['a.html', `<input value=${word}>`],
  ['a.json', `{"p": ["${word}"]}`],
  ['a.http', `Authorization: Basic ${word}`],

  ['a.rb', `p = ?s + 'w' + <<~X\n  ${word}\nX`],

  ['a.bicep', `param p string = '''${word}'''`],
  ['a.scala', `val p = s"""${word}"""`],
  ['a.cob', `MOVE "${word}" TO P`],
  ['a.mk', `PASS := ${word}`],
  ['Jenkinsfile', `sh 'login -p ${word}'`],
  ['a.php', `define('P', <<<'X'\n${word}\nX);`],
  ['a.php', `$p = "{$a['b']}${word}";`],
  ['a.py', `p = 'a' \\\n    '${word}'`],
  ['a.py', `p = rb"""a"b ${word}"""`],
  ['a.dart', `var p = r'''${word}''';`],
  ['a.ml', `let p = {x|a "${word}|x}`],
  ['a.fs', `let p = """${word}"""`],

  ['a.vim', `let p = '${word}'`],
  ['a.bat', `set PASSWORD=${word} x`],
  ['a.bat', `net user me ${word} /add`],
  ['a.cs', `"Server=x;Password=${word}"`],
  ['a.ipynb', `"p = '${word}'\\n",`],
  ['a.md', `password: \`${word}\``],
  ['a.md', `The password is ${word}.`],
  ['a.txt', `login ${word}`],
  ['a.el', `(setq p "${word}")`],
  ['a.java', `// password: ${word}`],
  ['a.java', `/* pw = ${word} */`],
  ['a.java', ` * the password is ${word}`],
  ['a.py', `"""password: ${word}`],
])('a word that only its place makes a value goes: %s: %s', (path, code) =>
  expect(masked(code, path)).not.toContain(word),
)

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
    lines: new Map([
      [1, ['one two']],
      [2, []],
    ]),
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
