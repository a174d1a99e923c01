import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './glob.ts'

const matches = (filter: string, path: string) => compileGlob(filter)(Buffer.from(path).toString('latin1'))

const paths = [
  'setup.py',
  'src/app.py',
  'src/app.pyc',
  'src/web/views/home.py',
  'src/web/tests/home_test.py',
  'lib/src/app.py',
  'tests/größe.py',
  'mytests/a.py',
]
const selected = (filter: string) => paths.filter((path) => matches(filter, path))

describe('a filter of paths', () => {
  it('without a star is what a path begins with: a folder, a file, or part of a name', () => {
    expect(selected('src/')).toEqual(paths.slice(1, 5))
    expect(selected('src/app.py')).toEqual(['src/app.py', 'src/app.pyc'])
    expect(selected('tests/gr')).toEqual(['tests/größe.py'])
  })

  it('with a star is a pattern of the whole path, whose star passes slashes', () => {
    expect(selected('*.py')).toEqual(paths.filter((path) => path.endsWith('.py')))
    expect(selected('src/*.py')).toEqual([
      'src/app.py',
      'src/web/views/home.py',
      'src/web/tests/home_test.py',
    ])
    expect(selected('*/home*')).toEqual(['src/web/views/home.py', 'src/web/tests/home_test.py'])
    expect(selected('src/**')).toEqual(paths.slice(1, 5))
  })

  it('takes any folders or none for two stars and a slash', () => {
    expect(selected('src/**/*.py')).toEqual(selected('src/*.py'))
    expect(selected('**/tests/*')).toEqual(['src/web/tests/home_test.py', 'tests/größe.py'])
    expect(selected('**/app.py')).toEqual(['src/app.py', 'lib/src/app.py'])
    expect(selected('src/**/tests/**/*_test.py')).toEqual(['src/web/tests/home_test.py'])
    expect(selected('**/**/setup.py')).toEqual(['setup.py'])
    expect(selected('**/größe.py')).toEqual(['tests/größe.py'])
  })

  it('takes all that is in a folder for a pattern that ends with a slash', () => {
    expect(selected('**/tests/')).toEqual(selected('**/tests/*'))
    expect(selected('src/**/')).toEqual(selected('src/'))
  })

  it('matches as the regular expression does that says the same', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '**/', '.', '?')
    const filter = fc.array(piece, { maxLength: 8 }).map((pieces) => `${pieces.join('')}*`)
    const path = fc.array(fc.constantFrom('a', 'b', '/', '.', '?'), { maxLength: 9 })
    fc.assert(
      fc.property(filter, path, (pattern, parts) => {
        const source = pattern
          .split(/((?<![^/])\*\*\/|\*+)/)
          .map((text, index) => {
            if (index % 2 === 0) return text.replace(/[.?]/g, '\\$&')
            return text.endsWith('/') ? '(?<![^/])(.*/)?' : '.*'
          })
          .join('')
        const text = parts.join('')
        expect([pattern, text, matches(pattern, text)]).toEqual([
          pattern,
          text,
          new RegExp(`^${source}$`).test(text),
        ])
      }),
      { numRuns: 3000 },
    )
  })
})
