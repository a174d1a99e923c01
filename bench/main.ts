// `npm run bench`: what it costs. A run of all parts writes bench/results.json and docs/performance.md; one of some
// (`npm run bench -- page`) prints its table. The service is measured with a million findings, `--profile M` with fewer.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ProfileName, profiles } from '../src/server/demo/generate/profile.ts'
import { measureHostile } from './hostile-scans.ts'
import { explainedByMachine, slowness } from './machine.ts'
import { explained, notMeasured } from './missed-targets.ts'
import { measurePages } from './page.ts'
import { figure, performancePage, type Results, verdict } from './report.ts'
import type { Row } from './row.ts'
import { measureIngest, measureService } from './service.ts'
import { measureSoak } from './soak.ts'

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name)
const { values, positionals: requestedParts } = parseArgs({
  options: { profile: { type: 'string', default: 'L' } },
  allowPositionals: true,
})
const { profile } = values
if (!isProfile(profile)) {
  console.error(`There is no profile "${profile}". There is ${Object.keys(profiles).join(', ')}.`)
  process.exit(2)
}

const parts: Record<string, () => Promise<readonly Row[]>> = {
  page: measurePages,
  service: () => measureService(profile),
  ingest: () => measureIngest(profile),
  hostile: measureHostile,
  soak: () => measureSoak(profile),
}

const unknown = requestedParts.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}". There is ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

// Whatever ends it leaves no service behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const measured: Row[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) continue
  console.error(`measuring: ${name}`)
  measured.push(...(await measure()).map(explained))
}
const factor = slowness(measured)
const rows = measured.map((row) => explainedByMachine(row, factor))
if (requestedParts.length === 0) rows.push(...notMeasured)

console.table(
  rows.map((row) => ({
    part: row.part,
    what: row.what,
    target: row.target,
    median: figure(row.median, row.unit),
    p95: figure(row.p95, row.unit),
    baseline: figure(row.baseline, row.unit),
    ratio: row.ratio ?? '–',
    verdict: verdict(row),
  })),
)
for (const { what, met, explained: why } of rows) if (met !== true && why) console.log(`${what}: ${why}`)

if (requestedParts.length === 0) {
  const root = join(import.meta.dirname, '..')
  const [cpu] = cpus()
  const run = {
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    at: new Date().toISOString(),
    profile,
    slowness: factor,
  }
  const results: Results = { ...run, rows: rows.map(({ unit: _, ...row }) => row) }
  const [figures, page] = [join(root, 'bench', 'results.json'), join(root, 'docs', 'performance.md')]
  writeFileSync(figures, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, performancePage(run, rows))
  // As everything else in the repository is laid out.
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', figures, page])
}
