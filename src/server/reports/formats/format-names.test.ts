import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatList, formatNames } from '#contract/format-names.ts'
import { scanFormats } from '#contract/vocabulary.ts'

const names = scanFormats.map((format) => formatNames[format].replace(/ (?:JSON|from this API)$/, ''))
const missingIn = (text: string) => names.filter((name) => !text.toLowerCase().includes(name.toLowerCase()))

test.each(['README.md', 'docs/decisions/0036-format-detection.md'])('%s names every format', (file) => {
  expect(missingIn(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'))).toEqual([])
})

test('so does the list in sentences', () => {
  expect(missingIn(formatList())).toEqual([])
  expect(formatList()).toMatch(
    /^SARIF, CycloneDX, JSON of Semgrep, [\w, -]+ and Snyk, .*, and findings from this API$/,
  )
})
