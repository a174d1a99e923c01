// `npm run bench`: what it costs. It measures all parts, or those that are named (`npm run bench -- page`), and prints their
// table. `--write` also puts the figures into bench/results.json and docs/performance.md, in place of older ones of the same
// parts. The service is measured with a million findings, `--profile M` with fewer.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ProfileName, profiles } from '../src/server/demo/generate/profile.ts'
import { measureFormats } from './formats.ts'
import { measureHostile } from './hostile-scans.ts'
import { explainedByMachine, slowness } from './machine.ts'
import { explained } from './missed-targets.ts'
import { measurePages } from './page.ts'
import { measurePostgres } from './postgres.ts'
import { figure, type PartResults, performancePage, type Results, verdict } from './report.ts'
import type { Row } from './row.ts'
import { manyDeployments } from './service/many-deployments.ts'
import { measureIngest, measureOverview, measureService } from './service.ts'
import { measureSoak } from './soak.ts'

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name)
const { values, positionals: requestedParts } = parseArgs({
  options: { profile: { type: 'string', default: 'L' }, write: { type: 'boolean', default: false } },
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
  overview: () => measureOverview(profile),
  ingest: () => measureIngest(profile),
  postgres: () => measurePostgres(profile),
  deployments: manyDeployments,
  hostile: measureHostile,
  formats: measureFormats,
  soak: () => measureSoak(profile),
}

const unknown = requestedParts.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}". There is ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

// Whatever ends it leaves no service behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const root = join(import.meta.dirname, '..')
const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

const measured: Record<string, PartResults> = {}
for (const [name, measure] of Object.entries(parts)) {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) continue
  console.error(`measuring: ${name}`)
  const at = new Date().toISOString()
  measured[name] = { machine, commit, at, profile, rows: (await measure()).map(explained) }
}

const file = join(root, 'bench', 'results.json')
// parse: what this program wrote.
const known = JSON.parse(readFileSync(file, 'utf8')) as Results
const all: Results = { ...known, ...measured }
const factor = slowness(all['page']?.rows ?? [])
for (const result of Object.values(all))
  result.rows = result.rows.map((row) => explainedByMachine(row, factor))

const rows = Object.values(measured).flatMap((result) => result.rows)
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

if (values.write) {
  const page = join(root, 'docs', 'performance.md')
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(page, performancePage(all, factor))
  // As everything else in the repository is laid out.
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file, page])
}
