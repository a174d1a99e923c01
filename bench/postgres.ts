import type { ProfileName } from '../src/server/demo/generate/profile.ts'
import type { Row } from './row.ts'
import { copyOf } from './service/data.ts'
import { dependencies } from './service/dependencies.ts'
import { exports } from './service/exports.ts'
import { imports } from './service/imports.ts'
import { lists } from './service/lists.ts'
import { type ProfileServer, startProfileServer } from './service/postgres-data.ts'
import { processorTimes } from './service/processor-times.ts'
import { counts, pages, readersAlone } from './service/reads.ts'
import { type BenchSetup, prepareEmbedded, prepareSetup } from './service/setup.ts'
import { starts } from './service/starts.ts'
import { job, triage } from './service/writes.ts'

/**
 * Measures the rows of the tables "Service" and "Imports" on PostgreSQL and on the embedded engine in turn, so that other
 * load on the machine affects both. The server, the services and the clients share the machine.
 */
export async function measurePostgres(profile: ProfileName): Promise<Row[]> {
  const server = await startProfileServer(profile)
  try {
    const rows = await inTurn(profile, server)
    const times = await processorTimes(profile, server)
    const started = compared(await starts(copyOf(profile)), await starts(await server.copy()))
    return [...started, ...rows, ...times]
  } finally {
    await server.stop()
  }
}

async function inTurn(profile: ProfileName, server: ProfileServer): Promise<Row[]> {
  const embedded = await prepareEmbedded(profile)
  const postgres = await prepareSetup(profile, await server.copy(), embedded.baseline)
  const measures: ((setup: BenchSetup) => Promise<Row[]>)[] = [
    pages,
    readersAlone,
    counts,
    lists,
    exports,
    dependencies,
    triage,
    job,
    imports,
  ]
  const rows: Row[] = []
  try {
    for (const measure of measures) {
      const begun = performance.now()
      rows.push(...compared(await measure(embedded), await measure(postgres)))
      console.error(`  ${measure.name}: ${Math.round((performance.now() - begun) / 1000)} s`)
    }
    return rows
  } finally {
    await postgres.remove()
    await embedded.remove()
  }
}

/** The rows of PostgreSQL with the median of the embedded engine as their baseline. */
function compared(embedded: readonly Row[], postgres: readonly Row[]): Row[] {
  return postgres.map((row, at) => {
    const baseline = embedded[at]?.median ?? null
    const ratio = baseline === null || row.median === null ? null : rounded(row.median / baseline)
    const target = '≤ 2 × embedded'
    return { ...row, part: 'postgres', target, baseline, ratio, met: ratio === null ? null : ratio <= 2 }
  })
}

const rounded = (ratio: number) => Math.round(ratio * 100) / 100
