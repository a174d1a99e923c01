import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { sample } from '../../scans/testing/upload.ts'
import { startTestService, type TestService } from '../service.ts'
import { hostileJson } from './hostile.ts'
import { forced } from './repetitions.ts'

/** Files of real scanners, in each format that is read and has samples. */
const names = [
  ...[
    'semgrep_one_finding.json',
    'semgrep_version_1_30_0_line_26.json',
    'close_old_findings_report_line31.json',
  ],
  ...['suppression_test.sarif', 'no_runs.sarif', 'bash-report.sarif'],
  ...['cyclonedx_valid-vulnerability-1.4.json', 'cyclonedx_no-severity.json', 'cyclonedx_jake2.json'],
]

/** Deeper than any file of a scanner, and not so deep that walking what a change put there overflows the stack. */
const deepest = 50

/** The places of a JSON value, each as the way to it. */
function* placesOf(value: unknown, way: readonly string[] = []): Generator<readonly string[]> {
  yield way
  if (typeof value !== 'object' || value === null || way.length === deepest) return
  for (const [name, part] of Object.entries(value)) yield* placesOf(part, [...way, name])
}

interface Change {
  where: number
  what: 'replace' | 'remove' | 'twice' | 'rename' | 'move'
  json: string
  from: number
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    where: fc.nat(),
    from: fc.nat(),
    what: fc.constantFrom<Change['what'][]>('replace', 'replace', 'remove', 'twice', 'rename', 'move'),
    json: hostileJson,
  }),
  { minLength: 1, maxLength: 5 },
)

const at = (value: unknown, way: readonly string[]): unknown =>
  way.reduce<unknown>((part, name) => Object(part)[name], value)

/** Changes a file where it says something, so that what is wrong is found late, in the middle of what is right. */
function changed(file: unknown, { where, what, json, from }: Change): void {
  const places = [...placesOf(file)].filter((way) => way.length > 0)
  const way = places[where % places.length]
  const other = places[from % places.length]
  if (!way || !other) return
  const holder = Object(at(file, way.slice(0, -1)))
  const name = way.at(-1) ?? ''
  if (what === 'remove') Reflect.deleteProperty(holder, name)
  else if (what === 'twice') holder[Array.isArray(holder) ? holder.length : `${name} `] = holder[name]
  else if (what === 'rename') holder[`${name}x`] = holder[name]
  else if (what === 'move') holder[name] = JSON.parse(JSON.stringify(at(file, other)))
  else holder[name] = JSON.parse(json)
}

async function assertSane(service: TestService) {
  const total = Number((await service.call(listFindings)).headers['x-total-count'])
  expect((await service.call(findingFacets)).body.total).toBe(total)
  expect((await service.call(listFindings, { query: { issue_type: 'sca' } })).status).toBe(200)
  expect((await service.call(listSecrets)).status).toBe(200)
  expect((await service.call(listDependencies, { body: {} })).status).toBe(200)
}

/** Sends a file as it is, which is taken, and a dozen times more, each time changed otherwise. */
async function sendChanged(text: string, seed: number) {
  const service = await startTestService()
  const address = `/api/v1/deployments/main/scans?project=acme/shop&ref=`
  const whole = await service.send('POST', `${address}main`, { body: Buffer.from(text) })
  expect([200, 201]).toContain(whole.status)
  await fc.assert(
    fc.asyncProperty(changes, fc.constantFrom('main', 'refs/pull/1/merge'), async (list, ref) => {
      const file: unknown = JSON.parse(text)
      for (const change of list) changed(file, change)
      const body = Buffer.from(JSON.stringify(file))
      const response = await service.send('POST', `${address}${ref}`, { body })
      expect([200, 201, 400, 413], response.text.slice(0, 300)).toContain(response.status)
      if (response.status >= 400)
        expect(response.headers['content-type']).toContain('application/problem+json')
      await assertSane(service)
    }),
    { numRuns: 12, seed },
  )
}

it.each(names)('reads %s however it was changed, or says what is wrong with it', async (name) => {
  const text = sample(name).toString()
  const { seed = 0 } = fc.readConfigureGlobal()
  for (let turn = 0; turn < forced(1); turn++) await sendChanged(text, seed + turn)
})
