import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

// The files of a worker share their modules, which would otherwise be loaded anew for each file. One that mocks modules
// gets its own, since a mock replaces only what is loaded after it, and the next file gets modules without mocks.
const { testPath } = expect.getState()
if (testPath !== undefined && /\bvi\.mock\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
