import { expect, it } from 'vitest'
import { scanStatuses } from '#contract/vocabulary.ts'
import { scanStatusStyles } from './scan-status.tsx'

it('gives each status of a scan a word and an icon of its own', () => {
  const looks = scanStatuses.map((status) => scanStatusStyles[status])
  expect(new Set(looks.map((look) => look?.icon)).size).toBe(scanStatuses.length)
  expect(new Set(looks.map((look) => look?.label)).size).toBe(scanStatuses.length)
})
