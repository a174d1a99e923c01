import type { ProfileName } from '../src/server/demo/generate/profile.ts'
import type { Row } from './row.ts'
import { copyOf } from './service/data.ts'
import { dependencies } from './service/dependencies.ts'
import { exports } from './service/exports.ts'
import { imports } from './service/imports.ts'
import { lists } from './service/lists.ts'
import { overview } from './service/overview.ts'
import { counts, growth, pages, readers } from './service/reads.ts'
import { retention } from './service/retention.ts'
import { type BenchSetup, prepareEmbedded } from './service/setup.ts'
import { starts } from './service/starts.ts'
import { job, triage } from './service/writes.ts'

/** Measures the rows of the table "Service" that are built, on the made-up data of a profile. */
export async function measureService(profile: ProfileName): Promise<Row[]> {
  const started = await starts(copyOf(profile))
  const measures = [pages, growth, readers, counts, lists, exports, dependencies, triage, job, retention]
  return [...started, ...(await measureAll(profile, measures))]
}

/** Measures the overview. */
export function measureOverview(profile: ProfileName): Promise<Row[]> {
  return measureAll(profile, [overview])
}

/** Measures imports, and what others wait meanwhile. */
export function measureIngest(profile: ProfileName): Promise<Row[]> {
  return measureAll(profile, [imports])
}

async function measureAll(
  profile: ProfileName,
  measures: readonly ((setup: BenchSetup) => Promise<Row[]>)[],
): Promise<Row[]> {
  const setup = await prepareEmbedded(profile)
  try {
    const rows: Row[] = []
    for (const measure of measures) {
      const begun = performance.now()
      rows.push(...(await measure(setup)))
      console.error(`  ${measure.name}: ${Math.round((performance.now() - begun) / 1000)} s`)
    }
    return rows
  } finally {
    await setup.remove()
  }
}
