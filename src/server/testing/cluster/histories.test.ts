import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codeQl } from '#server/scans/rescan/testing/formats/codeql.ts'
import { cycloneDx } from '#server/scans/rescan/testing/formats/cyclonedx.ts'
import type { Format } from '#server/scans/rescan/testing/formats/format.ts'
import { gitleaks } from '#server/scans/rescan/testing/formats/gitleaks.ts'
import { semgrepWithLines } from '#server/scans/rescan/testing/formats/semgrep.ts'
import { isGrave, noFigures, publish } from '#server/scans/rescan/testing/random/figures.ts'
import { playRandom, type Script, script } from '#server/scans/rescan/testing/random/history.ts'
import { LineWorld } from '#server/scans/rescan/testing/random/line-world.ts'
import { PackageWorld } from '#server/scans/rescan/testing/random/package-world.ts'
import { seedOf } from '#server/scans/rescan/testing/random/seeds.ts'
import type { Snapshot, World } from '#server/scans/rescan/testing/random/world.ts'
import { TestProject } from '#server/scans/rescan/testing/test-project.ts'
import { newPostgresUrl } from '../database.ts'
import { callThrough, type ServiceCalls, type TestService } from '../service.ts'
import { token } from '../stress/promises.ts'
import { forced } from '../stress/repetitions.ts'
import { type Cluster, startCluster } from './cluster.ts'

/** Of each format; 15 times as many are the 60 that are told of in docs/reliability.md. */
const histories = forced(1)

/** Calls the operations of a cluster through its proxy, so that its processes take turns. */
function callsOf({ base }: Cluster): ServiceCalls {
  const send: TestService['send'] = async (method, url, { body, headers: sent } = {}) => {
    const response = await fetch(`${base}${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...sent },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body) }),
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const isJson = /json/.test(headers['content-type'] ?? '')
    return { status: response.status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  return { clock: { now: 0 }, call: callThrough(send, 'main') }
}

async function faultsOf<State, S extends Snapshot>(
  calls: ServiceCalls,
  format: Format<State>,
  worldOf: (script: Script) => World<State, S>,
): Promise<string[]> {
  const figures = noFigures()
  const faults: string[] = []
  const seed = seedOf(format.name)
  for (const [index, each] of fc.sample(script, { numRuns: histories, seed }).entries()) {
    const project = new TestProject<State, ServiceCalls>(calls, format, `acme/${format.name}/${index}`)
    const played = await playRandom(project, format, worldOf(each), each, figures)
    faults.push(...played.faults.map((fault) => `${format.name}, history ${index} of seed ${seed}, ${fault}`))
  }
  publish(`${format.name} in three processes`, figures, faults)
  return faults
}

/** Each in a database of its own: another tool's rules of the same ids would have other names. */
const newCalls = async () => callsOf(await startCluster(await newPostgresUrl(), 3))

it('keeps decisions with their flaws in random histories that three processes take turns to apply', async () => {
  const ofPackages = ({ flaws }: Script) => new PackageWorld(flaws.slice(0, 10), true)
  const faults = await faultsOf(await newCalls(), cycloneDx, ofPackages)
  for (const format of [semgrepWithLines, codeQl, gitleaks])
    faults.push(...(await faultsOf(await newCalls(), format, ({ flaws }) => new LineWorld(format, flaws))))
  const grave = faults.filter(isGrave)
  expect(grave.length, grave.slice(0, 3).join('\n\n')).toBe(0)
})
