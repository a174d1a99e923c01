import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scanFormats } from '#contract/vocabulary.ts'
import { formatNames } from './format-markers.ts'

/** Tables of names, which the compiler checks, list nothing to a reader. */
const entries = new RegExp(`^ +(?:${scanFormats.join('|')}): .*$`, 'gm')

/** The sentences that list what can be imported. */
test.each([
  'README.md',
  'docs/decisions/0036-format-detection.md',
  'src/contract/details/scans.ts',
  'src/features/import/labels.ts',
  'src/server/cli/import/help.ts',
  'src/server/ingest/formats/unsupported-formats.ts',
])('%s names every format', (file) => {
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    .replace(entries, '')
    .toLowerCase()
  const names = scanFormats.map((format) => formatNames[format])
  expect(names.filter((name) => !text.includes(name.toLowerCase().replace(' from this api', '')))).toEqual([])
})
