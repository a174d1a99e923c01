import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeTokens } from './code-tokens.ts'

const same: [path: string, one: string, other: string][] = [
  ['a.py', 'eval( q )', 'eval(q)'],
  ['a.py', 'run(\n    a,\n    b,\n)', 'run(a, b)'],
  ['a.py', "db.query('select 1')", 'db.query("select 1")'],
  ['a.py', "run(r'a', b)  # why", 'run(r"a", b)'],
  ['a.py', 'run(a) # one', 'run(a) # other'],
  ['a.ts', 'run(a); // one', 'run(a)'],
  ['a.ts', 'run(/* first */ a, b);', 'run(a, b)'],
  ['a.sql', 'select a -- all\nfrom b', 'select a from b'],
  ['main.tf', 'acl = "public" # open', 'acl = "public"'],
  ['a.html', '<a href="x"><!-- link --></a>', "<a href='x'></a>"],
  ['a.js', '[a, b,]', '[a, b]'],
]

const different: [path: string, one: string, other: string][] = [
  ['a.py', 'eval(SAFE)', 'eval(request)'],
  ['a.py', 'db.query("select 1")', 'db.query("select 2")'],
  ['a.py', 'db.query("select " + q)', 'db.query("select ", q)'],
  ['a.py', 'run((a,))', 'run((a))'],
  ['a.py', 'run(f"{a}")', 'run("{a}")'],
  ['a.sh', 'echo "$HOME"', "echo '$HOME'"],
  ['a.rb', 'run "#{a}"', "run '#{a}'"],
  ['a.rb', 'select #{a}', 'select #{b}'],
  ['a.js', 'get("http://a.example/x")', 'get("http://a.example/y")'],
  ['a.js', 'x.replace(/\\//g, one)', 'x.replace(/\\//g, other)'],
  ['a.py', 'run("# one")', 'run("# other")'],
  ['a.py', 'a // b', 'a // c'],
  ['a.c', '#define A 1', '#define A 2'],
  ['a.txt', 'run(a) # one', 'run(a) # other'],
  ['a.py', 'ab', 'a b'],
]

describe('tokens of code', () => {
  test.each(same)('%s: %j is formatted as %j', (path, one, other) => {
    expect(codeTokens(one, path)).toEqual(codeTokens(other, path))
  })

  test.each(different)('%s: %j is not %j', (path, one, other) => {
    expect(codeTokens(one, path)).not.toEqual(codeTokens(other, path))
  })

  test('white space between tokens never matters', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b1', '(', ')', ',', '+', '"x y"', '7')), (tokens) => {
        expect(codeTokens(tokens.join('  \n'), 'a.py')).toEqual(codeTokens(tokens.join(' '), 'a.py'))
      }),
    )
  })

  test('hostile text takes linear time', () => {
    const texts = ['"\\'.repeat(50_000), '/* '.repeat(50_000), "'''a".repeat(50_001), '('.repeat(100_000)]
    for (const text of texts) expect(codeTokens(text, 'a.js').length).toBeGreaterThan(0)
  })
})
