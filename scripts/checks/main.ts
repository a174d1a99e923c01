// `npm test`: runs every check, even after one that failed, and prints the totals as the last line. `npm test -- unit
// browser` runs the named checks; other arguments are passed to Vitest and Playwright as filters.
import { type CheckName, checkNames, type Outcome, runInTurn } from './checks.ts'
import { failureLine, total } from './reports.ts'
import { endTools } from './tools.ts'

const words = process.argv.slice(2)
const named = checkNames.filter((name) => words.includes(name))
const filters = words.filter((word) => !checkNames.some((name) => name === word))
if (filters.length > 0 && named.length === 0) {
  console.error(`gatehouse: '${filters.join(' ')}' is none of the checks: ${checkNames.join(', ')}`)
  process.exit(2)
}
const chosen = new Set<CheckName>(named.length > 0 ? named : checkNames)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endTools()
    process.exit(130)
  })
}

function line({ check, passed, failed, skipped, seconds }: Outcome): string {
  const mark = failed === 0 ? '✓' : '✗'
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${mark} ${check.padEnd(9)} ${`${passed} passed, ${failed} failed${left}`.padEnd(28)} ${seconds.toFixed(1)} s`
}

function show(outcome: Outcome, output = '') {
  if (outcome.failed > 0)
    process.stdout.write(output.endsWith('\n') || output === '' ? output : `${output}\n`)
  console.log(line(outcome))
}

const inTurn = (names: readonly CheckName[]) =>
  runInTurn(
    names.filter((name) => chosen.has(name)),
    filters,
    show,
  )

// The types are checked on one core while the builds and the other static checks use the other.
const first = await Promise.all([inTurn(['types']), inTurn(['size', 'lint', 'knip'])])
const rest = await inTurn(['unit', 'component', 'service', 'postgres', 'browser'])
const outcomes = [...first.flat(), ...rest]

if (outcomes.length > 1) console.log(`\n${outcomes.map(line).join('\n')}`)
// Often only the end of a long output is kept, so the failures are listed there.
for (const { check, failures } of outcomes)
  for (const failure of failures) console.log(failureLine(check, failure))
console.log(total(outcomes))
process.exitCode = outcomes.every(({ failed }) => failed === 0) ? 0 : 1
