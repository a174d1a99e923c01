import { expect, it } from 'vitest'
import { isUnscanned } from './project-findings.ts'

it('knows a project that was never scanned, unless it has findings of the one that it was split from', () => {
  const none = { critical: { sast: 0, sca: 0 }, low: { sast: 0 } }
  expect(isUnscanned({ latest_scan_at: null, open: none })).toBe(true)
  expect(isUnscanned({ latest_scan_at: null })).toBe(true)
  expect(isUnscanned({ latest_scan_at: null, open: { ...none, low: { sast: 1 } } })).toBe(false)
  expect(isUnscanned({ latest_scan_at: '2026-01-02T00:00:00Z', open: none })).toBe(false)
})
