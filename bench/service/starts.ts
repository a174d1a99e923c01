import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { type Row, rowOf } from '../row.ts'
import { copyOf } from './data.ts'
import { ask, type Running, startService } from './processes.ts'
import { fullSpeed, slugOf } from './setup.ts'

interface Start {
  /** Milliseconds. */
  ready: number
  /** Milliseconds from there until counts come at full speed; null where they were not asked for. */
  full: number | null
  /** The first search of dependencies, once counts are at full speed; null where it was not asked for. */
  search: number | null
  /** Of the service at rest, in MB; null where the system does not tell. */
  memory: number | null
}

const turns = 5

/**
 * Starts on a filled database, after a clean stop and after one that was killed: until it is ready, until counts come at
 * full speed, the first search of dependencies, and its memory once it rests. After a kill the column files lack forty
 * thousand changed findings. The first start is left out, since it keeps what the runtime makes of the code.
 */
export async function starts(profile: ProfileName): Promise<Row[]> {
  const copy = copyOf(profile)
  const [unasked, asked, killed]: [Start[], Start[], Start[]] = [[], [], []]
  try {
    await start(copy.folder, true)
    for (let turn = 0; turn < turns; turn++) unasked.push(await start(copy.folder, false))
    for (let turn = 0; turn < turns; turn++) asked.push(await start(copy.folder, true))
    await changeMany(copy.folder)
    for (let turn = 0; turn < turns; turn++) killed.push(await start(copy.folder, true, 'SIGKILL'))
  } finally {
    copy.remove()
  }
  return [
    ...times('', unasked, asked),
    ...memory('memory at rest, no requests', unasked),
    ...memory('memory at rest, after requests for counts', asked),
    ...times(', after a kill', killed, killed),
    ...memory('memory at rest, after a kill and requests for counts', killed),
  ]
}

async function start(folder: string, isAsked: boolean, end: NodeJS.Signals = 'SIGTERM'): Promise<Start> {
  const service = await startService(folder)
  const slug = await slugOf(service)
  const full = isAsked ? await fullSpeed(service, slug) : null
  const search = isAsked ? await firstSearch(service, slug) : null
  await service.rested()
  const memory = service.memory()
  await service.stop(end)
  return { ready: service.readyAfter, full, search, memory }
}

async function firstSearch({ base }: Running, slug: string): Promise<number> {
  const body = { pageSize: 10, dependencyFilter: { name: 'lodash' } }
  return (await ask(base, `/api/v1/deployments/${slug}/dependencies`, { method: 'POST', body })).took
}

/** Changes some forty thousand findings, which no column file has yet, and kills the service. */
async function changeMany(folder: string) {
  const service = await startService(folder)
  const path = `/api/v1/deployments/${await slugOf(service)}/triage`
  for (let turn = 0; turn < 13; turn++) {
    const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'reviewing', limit: 3000 }
    await ask(service.base, path, { method: 'POST', body })
  }
  await service.stop('SIGKILL')
}

const known = (samples: readonly (number | null)[]) => samples.filter((sample) => sample !== null)

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
    row('then until counts are at full speed', 1500, known(counted.map(({ full }) => full))),
    row('then the first search of dependencies', 1500, known(counted.map(({ search }) => search))),
  ]
}

function memory(what: string, all: readonly Start[]): Row[] {
  const samples = known(all.map((one) => one.memory))
  const said = { part: 'service', unit: 'MB', what, target: '≤ 250 MB' } as const
  return samples.length === 0 ? [] : [rowOf(said, samples, null, (p95) => p95 <= 250)]
}
