import { describe, expect, it } from 'vitest'
import { formatHint } from './hint-text.ts'

describe('a hint', () => {
  it('has its instants in words, and nothing else changed', () => {
    const hint = 'Since 2026-11-21T07:18:27.000Z. First seen 2025-01-02T03:04:05Z'
    expect(formatHint(hint, 'UTC')).toBe(
      'Since 21 Nov 2026, 07:18:27 UTC. First seen 2 Jan 2025, 03:04:05 UTC',
    )
    expect(formatHint('Release 2026-11-21 of a-2026-11-21T07')).toBe('Release 2026-11-21 of a-2026-11-21T07')
  })

  it('that names an instant that never was stays as it is', () => {
    expect(formatHint('At 2026-13-41T25:61:61Z')).toBe('At 2026-13-41T25:61:61Z')
  })
})
