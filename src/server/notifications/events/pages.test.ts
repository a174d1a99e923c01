import { expect, it } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { codeFindings, semgrep, upload } from '#server/scans/testing/upload.ts'
import { currentPosition, type Position } from '../position.ts'
import { startWithReceiver } from '../testing/webhook-service.ts'
import { readExpiring } from './expiring.ts'
import type { Reading } from './findings.ts'
import { readSilentSources } from './silent-sources.ts'

const day = 24 * 3600_000

const origin = { version: '1.0.0', publicUrl: 'https://gatehouse.example', slug: 'main', name: 'Main' }

/** A service, and what a reader finds of what happened since a position. */
async function started() {
  const service = await startWithReceiver()
  const { services, deployment, clock } = service
  const position = () => services.database.snapshot(({ read }) => currentPosition(read, deployment.id))
  const read = <T>(from: Position, reader: (reading: Reading) => Promise<T>) =>
    withSnapshot(services.columns, deployment.id, async (view) => {
      const until = await currentPosition(view.reader, deployment.id)
      return reader({ view, deploymentId: deployment.id, from, until, origin, now: clock.now })
    })
  return { ...service, position, read }
}

it('finds the silent sources of more projects than one page has', async () => {
  const service = await started()
  const { position, read, clock } = service
  const projects = ['acme/a', 'acme/b', 'acme/c']
  const scan = (project: string, query: Record<string, string> = {}) =>
    upload(service, semgrep([]), { project, commit: String(clock.now), ...query })
  for (const project of projects) {
    await scan(project)
    await scan(project, { category: 'nightly' })
  }
  clock.now += 6 * day
  for (const project of projects) await scan(project)
  const from = await position()
  clock.now += 6 * day
  for (const project of projects) await scan(project)
  for (const pageSize of [1, 2, 3, 200]) {
    const silent = await read(from, (reading) => readSilentSources(reading, pageSize))
    const told = silent.map(({ place, category }) => `${place.project} ${category}`)
    expect(told.sort()).toEqual(projects.map((project) => `${project} nightly`))
  }
})

it('finds more ignores that end than one page has, also if many end at the same time', async () => {
  const service = await started()
  const { position, read, clock, scan, call } = service
  await scan(['a', 'b', 'c', 'd', 'e'])
  const ids = (await codeFindings(service)).map(({ id }) => id)
  const ignore = (own: readonly number[], days: number) =>
    call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: own,
        new_triage_state: 'ignored',
        new_triage_reason: 'no_time',
        new_ignored_until: new Date(clock.now + days * day).toISOString(),
      },
    })
  // The finding with the highest id ends first: pages must not follow the ids alone.
  await ignore([Math.max(...ids)], 8)
  await ignore(
    ids.filter((id) => id !== Math.max(...ids)),
    9,
  )
  const from = await position()
  const checkedAt = clock.now
  clock.now += 2 * day
  for (const pageSize of [1, 2, 3, 5, 20_000]) {
    const expiring = await read(from, (reading) => readExpiring(reading, checkedAt, pageSize))
    expect(expiring.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
      ids.toSorted((one, other) => one - other),
    )
  }
})
