import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { forced } from '../../src/server/testing/stress/repetitions.ts'
import { askAsOwner, type RunningService, sendRequest } from './service.ts'
import { Workspace } from './workspace.ts'

/** The same at each run, so that a change alone makes a test fail; others where more is forced. */
const seedOfRun = forced(1) > 1 ? randomInt(1_000_000) : 4711

/**
 * Creates a deployment with random data, with due dates, owners, a comment and requests besides. The seed is in its name, so
 * that a test that fails can be run again with it.
 */
export async function createRandomData(service: RunningService, seed = seedOfRun) {
  const workspace = new Workspace(service, `random-${seed}`)
  const { slug } = workspace
  const request = { profile: 'demo', seed, now: Date.now(), deployment: `${slug}:Seed ${seed}` }
  await askAsOwner(service, 'POST', '/local/seed', request)
  for (let isDone = false; !isDone; await delay(200)) {
    // parse: answered by our own service to its owner.
    const { progress } = JSON.parse(await askAsOwner(service, 'GET', '/local/seed')) as {
      progress: { done: boolean; error: string | null }
    }
    if (progress.error !== null) throw new Error(progress.error)
    isDone = progress.done
  }
  const token = await workspace.token({ name: 'Ana', person: 'Ana', role: 'admin' })
  const max = await workspace.token({ name: 'Max', person: 'Max', role: 'analyst' })
  const days = { critical: 7, high: 30, medium: 90, low: 180 }
  const root = `/deployments/${slug}`
  await sendRequest(service, 'PATCH', `${root}/settings`, {
    body: { dueDates: { days, tags: [] } },
  })
  const open = await workspace.findings({ status: 'open', primary_ref: 'true' })
  const ids = open.filter((_, at) => at % Math.ceil(open.length / 5) === 0).map(({ id }) => id)
  await workspace.assign([...new Set(ids)], 'person:Ana')
  await workspace.comment(ids[0] ?? 0, '@Ana please look.', max)
  return { workspace, token }
}
