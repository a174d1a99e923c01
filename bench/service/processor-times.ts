import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { type Row, rowOf } from '../row.ts'
import { copyOf, type ProfileData } from './data.ts'
import type { ProfileServer } from './postgres-data.ts'
import { type RequestOptions, type Running, sendRequest, startService } from './processes.ts'
import { fullSpeed, slugOf } from './setup.ts'

const requests = 3000
const clients = 12

/**
 * The processor time of a request, of all processes of the service and of the database server: one process on the embedded
 * engine, and one and three on PostgreSQL behind clients that take turns. Of ten requests, one changes a finding.
 */
export async function processorTimes(profile: ProfileName, server: ProfileServer): Promise<Row[]> {
  const embedded = await timesOf(copyOf(profile), 1, () => 0)
  const one = await timesOf(await server.copy(), 1, server.processorTime)
  const three = await timesOf(await server.copy(), 3, server.processorTime)
  return [
    ...rowsOf('one process', one, embedded),
    ...rowsOf('three processes', three, embedded),
    ...(one.server === null ? [] : [ofServer('one process', one.server)]),
    ...(three.server === null ? [] : [ofServer('three processes', three.server)]),
  ]
}

interface Times {
  /** Milliseconds of processor time of the service, for each request. */
  service: number | null
  /** The same of the database server. */
  server: number | null
  /** Milliseconds in which all requests were answered. */
  wall: number
}

async function timesOf(
  data: ProfileData,
  processes: number,
  timeOfServer: () => number | null,
): Promise<Times> {
  const services: Running[] = []
  for (let count = 0; count < processes; count++) services.push(await startService(folderFor(data, count)))
  try {
    const [first] = services
    if (!first) throw new Error('no process was started')
    const slug = await slugOf(first)
    for (const service of services) await fullSpeed(service, slug)
    const { text } = await sendRequest(first.base, `/api/v1/deployments/${slug}/findings?status=fixed`)
    const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
    for (const service of services) await service.rested()
    const spent = () => sum(services.map((service) => service.processorTime()))
    const [before, serverBefore, begun] = [spent(), timeOfServer(), performance.now()]
    await sendAll(services, `/api/v1/deployments/${slug}`, ids)
    const wall = performance.now() - begun
    return {
      service: perRequest(before, spent()),
      server: perRequest(serverBefore, timeOfServer()),
      wall,
    }
  } finally {
    for (const service of services) await service.stop()
    await data.remove()
  }
}

/** Each process has a folder of its own beside the data. */
const folderFor = ({ environment }: ProfileData, process: number): NodeJS.ProcessEnv =>
  process === 0
    ? environment
    : { ...environment, GATEHOUSE_DATA: `${environment['GATEHOUSE_DATA']}-${process}` }

const reads = [
  '/findings?status=open&primary_ref=true',
  '/findings?status=open&severities=high,critical',
  '/findings/facets?status=open',
  '/findings?page=20',
  '/projects?include=summary',
]

async function sendAll(services: readonly Running[], path: string, ids: readonly number[]) {
  let sent = 0
  const client = async () => {
    for (let turn = sent++; turn < requests; turn = sent++) {
      const { base } = services[turn % services.length] ?? {}
      const body = { issue_type: 'sast', issue_ids: [ids[turn % ids.length]], new_note: `turn ${turn}` }
      const [to, options]: [string, RequestOptions] =
        turn % 10 === 0
          ? ['/triage', { method: 'POST', body }]
          : [reads[Math.floor(turn / services.length) % reads.length] ?? '/findings', {}]
      await sendRequest(base ?? '', path + to, { ...options, keep: false })
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

const sum = (times: readonly (number | null)[]) =>
  times.reduce<number | null>((all, time) => (all === null || time === null ? null : all + time), 0)

const perRequest = (before: number | null, after: number | null) =>
  before === null || after === null ? null : (after - before) / requests

const labels = { part: 'postgres', unit: 'ms' } as const

function rowsOf(processes: string, times: Times, embedded: Times): Row[] {
  const wall = {
    ...labels,
    what: `${requests} requests of ${clients} clients, ${processes}`,
    target: '≤ 2 × embedded',
  }
  const rows = [rowOf(wall, [times.wall], [embedded.wall], (_, ratio) => (ratio ?? 0) <= 2)]
  if (times.service === null || embedded.service === null) return rows
  const what = `processor time of the service for a request, ${processes}`
  const time = { ...labels, what, target: '≤ 2 × embedded' }
  return [...rows, rowOf(time, [times.service], [embedded.service], (_, ratio) => (ratio ?? 0) <= 2)]
}

const ofServer = (processes: string, time: number): Row =>
  rowOf(
    {
      ...labels,
      what: `processor time of the database server for a request, ${processes}`,
      target: 'reported',
    },
    [time],
    null,
    () => true,
  )
