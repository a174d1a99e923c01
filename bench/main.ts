// `npm run bench`: what it costs, as a table and in bench/results.json. `npm run bench -- page` measures one part;
// `--profile L` measures the service with a million findings.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ProfileName, profiles } from '../src/server/demo/generate/profile.ts'
import { measurePages } from './page.ts'
import type { Row } from './row.ts'
import { measureService } from './service.ts'

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name)
const { values, positionals: asked } = parseArgs({
  options: { profile: { type: 'string', default: 'M' } },
  allowPositionals: true,
})
const { profile } = values
if (!isProfile(profile)) {
  console.error(`There is no profile "${profile}". There is ${Object.keys(profiles).join(', ')}.`)
  process.exit(2)
}

const parts: Record<string, () => Promise<Row[]>> = {
  page: measurePages,
  service: () => measureService(profile),
}

const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}". There is ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`measuring: ${name}`)
  rows.push(...(await measure()))
}

const figure = (value: number | null, unit: string) => (value === null ? '–' : `${value} ${unit}`)
console.table(
  rows.map(({ part, what, target, unit, median, p95, bare, ratio, met }) => ({
    part,
    what,
    target,
    median: figure(median, unit),
    p95: figure(p95, unit),
    bare: figure(bare, unit),
    ratio: ratio ?? '–',
    met: met === null ? 'not measured' : met ? 'yes' : 'no',
  })),
)

const root = join(import.meta.dirname, '..')
const [cpu] = cpus()
const results = {
  machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  at: new Date().toISOString(),
  rows: rows.map(({ unit: _, ...row }) => row),
}
writeFileSync(join(root, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
