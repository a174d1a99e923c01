import type { ProfileName } from '../src/server/demo/generate/profile.ts'
import type { Row } from './row.ts'
import { dependencies } from './service/dependencies.ts'
import { exports } from './service/exports.ts'
import { makePlace } from './service/place.ts'
import { places } from './service/places.ts'
import { counts, growth, pages, readers } from './service/reads.ts'
import { starts } from './service/starts.ts'
import { imported, job, triage } from './service/writes.ts'

/** Measures the rows of the table "Service" that are built, on the made-up data of a profile. */
export async function measureService(profile: ProfileName): Promise<Row[]> {
  // Whatever ends it leaves no service behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const rows = await starts(profile)
  const place = await makePlace(profile)
  try {
    rows.push(...(await pages(place)), await growth(place), await readers(place))
    rows.push(...(await counts(place)), ...(await places(place)), ...(await exports(place)))
    rows.push(...(await dependencies(place)))
    rows.push(await triage(place), ...(await job(place)), ...(await imported(place)))
  } finally {
    await place.remove()
  }
  return rows
}
