import { execFileSync } from 'node:child_process'
import fc from 'fast-check'

// What properties draw follows from the commit: another commit draws other values, and the same one fails again.
// Whoever owns the checkout; outside of one it is always the same.
function commit(): string {
  try {
    return execFileSync('git', ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '67617465'
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number.parseInt(commit().slice(0, 8), 16) | 0 })
