import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readExample, tokenPlaceholder, uploadExample } from './curl.ts'

const asked = { origin: 'https://gatehouse.example', deployment: 'acme', token: tokenPlaceholder }

/** What a shell makes of a command, the program's name left out. */
function wordsOf(line: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${line}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('a command to copy', () => {
  it('asks for findings, or sends a scan', () => {
    expect(readExample(asked)).toBe(
      'curl -H "Authorization: Bearer YOUR_TOKEN" "https://gatehouse.example/api/v1/deployments/acme/findings"',
    )
    expect(wordsOf(uploadExample(asked))).toEqual([
      '--fail-with-body',
      '--data-binary',
      '@semgrep.json',
      '-H',
      'Authorization: Bearer YOUR_TOKEN',
      'https://gatehouse.example/api/v1/deployments/acme/scans?project=org/repo',
    ])
  })

  it('means the same to a shell, whatever stands in it, and runs nothing', () => {
    const hostile = fc.constantFrom('a', '"', '$(touch x)', '`id`', '\\', "'", ' ', '!', '&', '|', '$HOME')
    const texts = fc.array(hostile, { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (token) => {
        expect(wordsOf(readExample({ ...asked, token }))[1]).toBe(`Authorization: Bearer ${token}`)
      }),
      { numRuns: 30 },
    )
  })
})
