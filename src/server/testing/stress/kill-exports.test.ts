import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Served, serveFor } from '../command-line.ts'
import { filledFolder } from '../filled-folder.ts'
import { forced } from './repetitions.ts'

const token = 'the-token-of-the-test-that-kills-the-exports'
const packages = 6_000

/** A project with so many packages that its export takes a while. */
function filled() {
  return filledFolder(async (rows, { project_id, ref_id }) => {
    const scan_id = await rows.scan({ project_id, ref_id })
    const lockfile_id = await rows.lockfile({ project_id, ref_id, scan_id })
    for (let at = 0; at < packages; at++)
      await rows.dependency({ project_id, lockfile_id, name: `package-${at}` })
  })
}

interface Export {
  taskToken: string
  status: string
  errorMessage: string | null
  downloadUrl: string | null
  sha256: string | null
}

async function ask(served: Served, method: string, body?: object) {
  const response = await fetch(`${served.base}/api/v1/deployments/main/sbom/export`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.status).toBe(200)
  // parse: the shape is held by the tests of these answers.
  return (await response.json()) as { taskToken: string; exports: Export[] }
}

const list = async (served: Served) => (await ask(served, 'GET')).exports

/** Asks for exports and kills the service after so many looks at them, as often as `looks` says. */
async function killWhileExporting(looks: readonly number[]) {
  const { folder, projectId: repositoryId } = await filled()
  const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  const request = new Set<string>()
  let served = await start()
  for (const [round, turns] of looks.entries()) {
    for (const more of [
      {},
      { sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX' },
      { formatVersion: { format: 'SBOM_FORMAT_SPDX' } },
    ].slice(0, round === 2 ? 1 : 3)) {
      request.add((await ask(served, 'POST', { repositoryId, ...more })).taskToken)
    }
    for (let turn = 0; turn < turns; turn++) await list(served)
    await served.stop('SIGKILL')
    served = await start()
  }
  const ended = async () => {
    const matches = await list(served)
    expect(matches.map((one) => one.status)).not.toContain('SBOM_EXPORT_STATUS_IN_PROGRESS')
    return matches
  }
  const exports = await vi.waitFor(ended, { timeout: 300_000, interval: 250 })

  expect(new Set(exports.map((one) => one.taskToken))).toEqual(request)
  for (const one of exports) {
    if (one.status === 'SBOM_EXPORT_STATUS_FAILED') {
      expect(one.errorMessage).toBe('The export was interrupted 3 times.')
      continue
    }
    expect(one.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
    const text = await (await fetch(one.downloadUrl ?? '')).text()
    expect(createHash('sha256').update(text).digest('hex')).toBe(one.sha256)
    expect(text.match(/pkg:npm\/package-\d+@/g)?.length).toBeGreaterThanOrEqual(packages)
  }
  const whole = exports.filter((one) => one.downloadUrl !== null).map((one) => one.taskToken)
  expect(whole.length).toBeGreaterThan(0)
  expect((await readdir(join(folder, 'exports'))).sort()).toEqual(whole.sort())
  expect(await served.stop()).toBe(0)
}

it('brings every export to an end, whole or with a reason, when the service is killed meanwhile', async () => {
  const looks = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 3 })
  for (const drawn of fc.sample(looks, forced(1))) await killWhileExporting(drawn)
})
