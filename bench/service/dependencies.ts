import { setTimeout as delay } from 'node:timers/promises'
import { type Row, rowOf } from '../row.ts'
import { sendRequest } from './processes.ts'
import type { BenchSetup } from './setup.ts'

const part = 'service'
const unit = 'ms'
const turns = 20
const components = 5000

/** Searches of all dependencies, and SBOMs of 5,000 components. */
export async function dependencies(setup: BenchSetup): Promise<Row[]> {
  const { base } = setup.service
  const lodash = { name: 'lodash', exactNameMatch: true, versionUpperBound: '<4.17.21' }
  const search = { packageFilters: [lodash] }
  const holding = { packageFilters: [{ ...lodash, exactNameMatch: false }] }
  const cases: [what: string, path: string, filter: object, more: object, atMost: number][] = [
    ['search of lodash <4.17.21, 100 rows', '', search, { pageSize: 100 }, 60],
    ['the same, part of the name, 1000 rows', '', holding, {}, 60],
    ['first 1000 dependencies of all', '', {}, {}, 60],
    ['10,000 dependencies of all', '', {}, { pageSize: 10_000 }, 250],
    ['projects with this package', '/repositories', search, { pageSize: 100 }, 60],
    ['facets of the search', '/facets', search, {}, 100],
    ['facets of all dependencies', '/facets', {}, {}, 100],
    ['packages of the search', '/groups', search, {}, 100],
    ['packages of all dependencies', '/groups', {}, {}, 100],
    ['licenses of all dependencies', '/licenses', {}, {}, 100],
  ]
  const rows: Row[] = []
  for (const [what, path, filter, more, atMost] of cases) {
    const samples: number[] = []
    for (let turn = -3; turn < turns; turn++) {
      // Each request differs in an empty filter, so that no cached result is used.
      const body = { ...more, dependencyFilter: { ...filter, lockfilePath: Array(turn + 4).fill('') } }
      const options = { method: 'POST', body, keep: false }
      const { took } = await sendRequest(base, setup.at(`/dependencies${path}`), options)
      if (turn >= 0) samples.push(took)
    }
    rows.push(
      rowOf({ part, unit, what, target: `p95 ≤ ${atMost} ms` }, samples, null, (p95) => p95 <= atMost),
    )
  }
  return [...rows, ...(await sboms(setup))]
}

/** Imports a project of 5,000 components and exports it in each format, from the request to the finished file. */
async function sboms(setup: BenchSetup): Promise<Row[]> {
  const { base } = setup.service
  const begun = performance.now()
  const upload = { method: 'POST', body: JSON.stringify(billOf(components)) }
  const { text } = await sendRequest(base, setup.at('/scans?project=bench/large'), upload)
  const imported = performance.now() - begun
  const repositoryId = String(JSON.parse(text).repository_id)
  const labels = { part, unit } as const
  const rows = [
    rowOf(
      { ...labels, what: `import of a bill of ${components} components`, target: '≤ 10 s' },
      [imported],
      null,
      (p95) => p95 <= 10_000,
    ),
  ]
  for (const [format, version, output] of [
    ['SBOM_FORMAT_CYCLONEDX', '1.6', 'SBOM_OUTPUT_FORMAT_JSON'],
    ['SBOM_FORMAT_CYCLONEDX', '1.6', 'SBOM_OUTPUT_FORMAT_CYCLONEDX'],
    ['SBOM_FORMAT_SPDX', '2.3', 'SBOM_OUTPUT_FORMAT_JSON'],
  ] as const) {
    const samples: number[] = []
    const body = { repositoryId, formatVersion: { format, version }, sbomOutputFormat: output }
    for (let turn = 0; turn < 5; turn++) samples.push(await exportTime(setup, body))
    const words = `${format.includes('SPDX') ? 'SPDX' : 'CycloneDX'} ${version} ${output.endsWith('JSON') ? 'JSON' : 'XML'}`
    rows.push(
      rowOf(
        { ...labels, what: `SBOM of ${components} components, ${words}`, target: '≤ 2 s' },
        samples,
        null,
        (p95) => p95 <= 2000,
      ),
    )
  }
  return rows
}

async function exportTime(setup: BenchSetup, body: object): Promise<number> {
  const { base } = setup.service
  const begun = performance.now()
  const { text } = await sendRequest(base, setup.at('/sbom/export'), { method: 'POST', body })
  const { taskToken } = JSON.parse(text)
  for (;;) {
    const state = JSON.parse((await sendRequest(base, setup.at(`/sbom/export/${taskToken}`))).text)
    if (state.status === 'SBOM_EXPORT_STATUS_COMPLETED') return performance.now() - begun
    if (state.status !== 'SBOM_EXPORT_STATUS_IN_PROGRESS') throw new Error(state.errorMessage)
    await delay(10)
  }
}

function billOf(count: number) {
  const purl = (index: number) => `pkg:npm/package-${index}@${index % 7}.${index % 13}.0`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { type: 'application', name: 'bench', 'bom-ref': 'root' } },
    components: Array.from({ length: count }, (_, index) => ({
      type: 'library',
      name: `package-${index}`,
      version: `${index % 7}.${index % 13}.0`,
      purl: purl(index),
      'bom-ref': purl(index),
      licenses: [{ license: { id: index % 3 ? 'MIT' : 'Apache-2.0' } }],
      hashes: [{ alg: 'SHA-256', content: index.toString(16).padStart(64, '0') }],
    })),
    dependencies: [
      { ref: 'root', dependsOn: Array.from({ length: 50 }, (_, index) => purl(index)) },
      ...Array.from({ length: count }, (_, index) => ({
        ref: purl(index),
        dependsOn: [1, 2].map((step) => index * 2 + step).flatMap((to) => (to < count ? [purl(to)] : [])),
      })),
    ],
  }
}
