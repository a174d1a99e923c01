import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'

/** How many statements run against the database while `work` does. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spies = (['all', 'run', 'get', 'iterate'] as const).map((name) =>
    vi.spyOn(StatementSync.prototype, name),
  )
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
