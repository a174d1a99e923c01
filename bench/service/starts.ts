import { type Row, rowOf } from '../row.ts'
import type { ProfileData } from './data.ts'
import { type Running, sendRequest, startService } from './processes.ts'
import { fullSpeed, slugOf } from './setup.ts'

interface Start {
  /** Milliseconds. */
  ready: number
  /** Milliseconds from there until counts are at full speed; null if none were requested. */
  full: number | null
  /** Milliseconds of the first search of dependencies, once counts are at full speed; null if there was none. */
  search: number | null
  /** Memory of the idle service in MB; null if the system does not report it. */
  memory: number | null
}

const turns = 5

/**
 * Measures starts on a filled database, after a clean stop and after a kill: the time until the service is ready and until
 * counts are at full speed, the first search of dependencies, and the memory of the idle service. After a kill the column
 * files lack forty thousand changed findings. The first start is left out, since it fills the compile cache of Node.
 */
export async function starts({ environment, remove }: ProfileData): Promise<Row[]> {
  const [withoutRequests, withRequests, afterKill]: [Start[], Start[], Start[]] = [[], [], []]
  try {
    await start(environment, true)
    for (let turn = 0; turn < turns; turn++) withoutRequests.push(await start(environment, false))
    for (let turn = 0; turn < turns; turn++) withRequests.push(await start(environment, true))
    await changeMany(environment)
    for (let turn = 0; turn < turns; turn++) afterKill.push(await start(environment, true, 'SIGKILL'))
  } finally {
    await remove()
  }
  return [
    ...times('', withoutRequests, withRequests),
    ...memory('memory at rest, no requests', withoutRequests),
    ...memory('memory at rest, after requests for counts', withRequests),
    ...times(', after a kill', afterKill, afterKill),
    ...memory('memory at rest, after a kill and requests for counts', afterKill),
  ]
}

async function start(
  environment: NodeJS.ProcessEnv,
  requestsCounts: boolean,
  end: NodeJS.Signals = 'SIGTERM',
): Promise<Start> {
  const service = await startService(environment)
  const slug = await slugOf(service)
  const full = requestsCounts ? await fullSpeed(service, slug) : null
  await service.rested()
  const memory = service.memory()
  // Loads the columns of dependencies, which take as much memory as those of findings.
  const search = requestsCounts ? await firstSearch(service, slug) : null
  await service.stop(end)
  return { ready: service.readyAfter, full, search, memory }
}

async function firstSearch({ base }: Running, slug: string): Promise<number> {
  const body = { pageSize: 10, dependencyFilter: { name: 'lodash' } }
  return (await sendRequest(base, `/api/v1/deployments/${slug}/dependencies`, { method: 'POST', body })).took
}

/** Changes some forty thousand findings, which no column file has yet, and kills the service. */
async function changeMany(environment: NodeJS.ProcessEnv) {
  const service = await startService(environment)
  const path = `/api/v1/deployments/${await slugOf(service)}/triage`
  for (let turn = 0; turn < 13; turn++) {
    const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'reviewing', limit: 3000 }
    await sendRequest(service.base, path, { method: 'POST', body })
  }
  await service.stop('SIGKILL')
}

const measured = (samples: readonly (number | null)[]) => samples.filter((sample) => sample !== null)

function times(how: string, started: readonly Start[], counted: readonly Start[]): Row[] {
  const row = (what: string, target: number, samples: number[]) =>
    rowOf(
      { part: 'service', unit: 'ms', what: what + how, target: `≤ ${target / 1000} s` },
      samples,
      null,
      (p95) => p95 <= target,
    )
  return [
    row(
      'start on a filled database until ready',
      1000,
      started.map(({ ready }) => ready),
    ),
    row('then until counts are at full speed', 1500, measured(counted.map(({ full }) => full))),
    row('then the first search of dependencies', 1500, measured(counted.map(({ search }) => search))),
  ]
}

function memory(what: string, all: readonly Start[]): Row[] {
  const samples = measured(all.map((one) => one.memory))
  const labels = { part: 'service', unit: 'MB', what, target: '≤ 250 MB' } as const
  return samples.length === 0 ? [] : [rowOf(labels, samples, null, (p95) => p95 <= 250)]
}
