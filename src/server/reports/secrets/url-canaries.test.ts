import { expect, test } from 'vitest'
import { foundIn } from '#server/testing/stress/canaries.ts'
import { urlCanaryFiles } from '#server/testing/stress/url-canaries.ts'
import { read } from '../testing/read.ts'

const { files } = urlCanaryFiles((number) => `Zx7wq${number}kVm3R8t`)

test.each(files)('no report of $name has the credential of a URL', async ({ file, places }) => {
  const report = JSON.stringify(await read(file))
  expect(foundIn(report, [...places.keys()]).map((value) => [places.get(value), value])).toEqual([])
})

test('a report says what was removed', async () => {
  const reports = await Promise.all(
    files.map(async ({ name, file }) => [name, JSON.stringify(await read(file))]),
  )
  const silent = reports.flatMap(([name, report]) => (report?.includes('[removed]') ? [] : [name]))
  // The texts of these are not kept, but for the address of the repository, whose user goes without a sign.
  expect(silent).toEqual([
    ...['semgrep 3', 'sarif 1', 'sarif 3', 'findings 2', 'spdx 0', 'gitleaks 0', 'trufflehog 0'],
  ])
})

test('two dependencies that differ by a token alone are one', async () => {
  const component = (token: string) => ({
    type: 'library',
    name: 'shop',
    version: `git+https://${token}@git.example/acme/shop.git#4f1c2a9`,
    'bom-ref': token,
  })
  const { runs } = await read({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [component('ghp_Zx7mQ4v9Lk2Tw8Rt5Yp3'), component('ghp_Hd2xT6m9Gf5Ws1Kp8Lz4')],
  })
  expect(runs[0]?.lockfiles?.[0]?.dependencies.map(({ version }) => version)).toEqual([
    'git+https://[removed]@git.example/acme/shop.git#4f1c2a9',
  ])
})
