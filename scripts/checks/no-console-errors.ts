import { afterEach, beforeEach, expect, vi } from 'vitest'

// A warning that nobody reads becomes a fault that nobody finds: each one fails the test that made it.
// A test that expects one spies on the console itself.
const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      complaints.push(`console.${level}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})
