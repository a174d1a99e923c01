import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder, gatehouse, serveFor } from '#server/testing/command-line.ts'
import { bucketVariables, startS3 } from '#server/testing/s3/s3-server.ts'
import { requestJson, sendRequest, token } from '#server/testing/stress/promises.ts'
import { entriesOf, manifestOf, sha256 } from './testing/backed-up.ts'

const bill = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }],
})

/** The state of an export: a part of what the service answers. */
interface ExportState {
  taskToken: string
  downloadUrl: string | null
  size: number | null
  sha256: string | null
}

/** A service that keeps the files of exports in a bucket, with some finished exports. */
async function exported(count = 3) {
  const s3 = await startS3()
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token, ...bucketVariables(s3.config) }
  const served = await serveFor(environment)
  await sendRequest(served, 'POST', 'scans?project=acme/shop', bill)
  const states: ExportState[] = []
  for (let made = 0; made < count; made += 1) {
    // parse: answered by our own service.
    const { taskToken } = (await requestJson(served, 'POST', 'sbom/export', '{}')) as ExportState
    await expect.poll(async () => (await stateOf(served, taskToken)).downloadUrl).not.toBeNull()
    states.push(await stateOf(served, taskToken))
  }
  expect(await served.stop()).toBe(0)
  expect(s3.files()).toHaveLength(count)
  return { s3, folder, environment, states, file: join(await dataFolder(), 'gatehouse.tar') }
}

// parse: answered by our own service.
const stateOf = async (served: { base: string }, taskToken: string) =>
  (await requestJson(served, 'GET', `sbom/export/${taskToken}`)) as ExportState

it('contains the files of a bucket with their checksums, and restores them into the bucket of the new place', async () => {
  const { s3, environment, states, file } = await exported()
  const contents = new Map(s3.objects)
  const ended = await gatehouse(['backup', file], environment)
  expect(ended).toMatchObject({ status: 0, errors: '', output: expect.stringContaining('3 export files') })
  const { files } = await manifestOf(file)
  expect(files.slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(
    states
      .map((state) => ({ name: `exports/${state.taskToken}`, size: state.size, sha256: state.sha256 }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  )
  expect(await gatehouse(['backup', '--verify', file])).toMatchObject({ status: 0, errors: '' })

  const other = await startS3()
  const restored = join(await dataFolder(), 'new')
  const there = { ...environment, ...bucketVariables(other.config), GATEHOUSE_DATA: restored }
  expect(await gatehouse(['restore', file], there)).toMatchObject({ status: 0, errors: '' })
  for (const key of s3.files())
    expect(other.objects.get(key)?.equals(contents.get(key) ?? Buffer.of())).toBe(true)
  expect(await readdir(join(restored, 'exports'))).toEqual([])
  const served = await serveFor(there)
  for (const { taskToken, sha256: digest } of states) {
    const { downloadUrl } = await stateOf(served, taskToken)
    const download = await fetch(new URL(new URL(downloadUrl ?? '').pathname, served.base))
    expect([download.status, sha256(await download.text())]).toEqual([200, digest])
  }
  const own = (keys: Map<string, Buffer>) => keys.get(`${s3.config.prefix}installation`)?.toString()
  expect(own(other.objects)).toBe(own(s3.objects))
  expect(served.log()).not.toContain('Exports')
  expect(await served.stop()).toBe(0)
  expect(other.files().toSorted()).toEqual(s3.files().toSorted())
})

it('restores them into the data folder where no bucket is configured', async () => {
  const { s3, environment, file, states } = await exported(1)
  expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0 })
  const restored = join(await dataFolder(), 'new')
  const before = s3.requests.length
  expect(await gatehouse(['restore', file], { GATEHOUSE_DATA: restored })).toMatchObject({ status: 0 })
  expect(await readdir(join(restored, 'exports'))).toEqual(states.map(({ taskToken }) => taskToken))
  expect(s3.requests).toHaveLength(before)
})

it('fails with a sentence where the bucket does not answer, and says how many files it lacks', async () => {
  const { s3, environment, file, states } = await exported(2)
  const [first] = states
  s3.objects.delete(`${s3.config.prefix}${first?.taskToken}`)
  const lacking = await gatehouse(['backup', file], environment)
  expect(lacking).toMatchObject({ status: 0, output: expect.stringContaining('1 export file,') })
  expect(lacking.errors).toMatch(/^gatehouse: 1 file of SBOM exports is not where this process stores them/)

  s3.disturb(() => ({ status: 403, code: 'AccessDenied' }))
  const again = await gatehouse(['backup', file, '--force'], environment)
  expect(again).toMatchObject({
    status: 1,
    output: '',
    errors: expect.stringContaining('bucket refuses access'),
  })
  expect((await entriesOf(file)).map(({ header }) => header.name)).toHaveLength(3)
  const restored = join(await dataFolder(), 'new')
  const refused = await gatehouse(['restore', file], { ...environment, GATEHOUSE_DATA: restored })
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toMatch(
    /^gatehouse: Nothing was restored, since the bucket of EXPORT_STORAGE .*bucket refuses access.*unset EXPORT_STORAGE\.\n$/,
  )
  expect(await readdir(join(restored, '..'))).toEqual([])
})
