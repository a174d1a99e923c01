import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import type { Route } from '../../json/json-route.ts'
import { LockfileCollector } from '../../report/lockfile-collector.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { asTime } from '../../values/json-values.ts'
import { addVulnerabilities } from './findings.ts'
import { Graph } from './graph.ts'
import { assignToLockfiles } from './lockfiles.ts'
import { bomName, revisionIn, sourceIn } from './metadata.ts'
import { Components } from './routes.ts'

/**
 * Reads CycloneDX 1.2 to 1.7 in JSON: components become the dependencies of lockfiles, vulnerabilities become
 * supply-chain findings. Components may come after what refers to them, so that all is put together at the end.
 * Source: ECMA-424; docs/api.md#importing-a-report.
 */
export function cycloneDxReader(options: ReaderOptions): Reader {
  const components = new Components()
  const graph = new Graph()
  const vulnerabilities = new ByteStore()
  const metadata = new Map<string, unknown>()
  const seen = { components: false, vulnerabilities: false }
  const startPart = (part: keyof typeof seen) => () => {
    seen[part] = true
    return undefined
  }
  const keep = (key: string): [string, Route] => [
    key,
    { take: (value) => void metadata.set(key, value.parse()) },
  ]
  const routes = new Map<string, Route>([
    [
      'bomFormat',
      {
        take: (value) => {
          if (value.parse() !== 'CycloneDX') throw value.fault('`bomFormat` must be "CycloneDX"')
        },
      },
    ],
    [
      'specVersion',
      {
        take: (value) => {
          const version = value.parse()
          if (typeof version !== 'string' || !/^1\.(?:[2-9]|\d\d)$/.test(version))
            throw value.fault('this version of CycloneDX is not supported; use 1.2 to 1.7')
        },
      },
    ],
    [
      'metadata',
      {
        object: new Map<string, Route>([
          keep('timestamp'),
          keep('tools'),
          keep('properties'),
          ['component', components.rootRoute],
        ]),
      },
    ],
    ['components', { list: components.route, begin: startPart('components') }],
    [
      'dependencies',
      {
        list: {
          take: (value) => {
            const problem = graph.add(value.parse())
            if (problem !== undefined) throw value.fault(problem)
          },
        },
      },
    ],
    [
      'vulnerabilities',
      {
        list: {
          take: (value) => {
            options.count.add(value)
            vulnerabilities.add(value.bytes, value.place)
          },
        },
        begin: startPart('vulnerabilities'),
      },
    ],
  ])

  return {
    routes,
    finish: async () => {
      const { all, root } = components
      const { tool, version } = sourceIn(metadata.get('tools'))
      const builder = new RunBuilder({ tool, category: options.category }, version, options.count)
      const leftOut = new SkipCounter()
      const collector = new LockfileCollector()
      const path = bomName(root?.name ?? null)
      const arranged = await assignToLockfiles({ components: all, root, graph, path }, collector, limitFault)
      for (const [reason, times] of arranged.leftOut) leftOut.add(reason, times)
      const { lockfiles } = collector
      await addVulnerabilities(
        vulnerabilities,
        { components: all, root, places: arranged.places, lockfiles, path },
        { builder, leftOut, count: options.count },
      )
      const { run } = builder
      run.completedAt = asTime(metadata.get('timestamp'))
      run.revision = revisionIn(components.rootReferences, metadata.get('properties'))
      run.coverage.findings = seen.vulnerabilities
      if (seen.components) run.lockfiles = lockfiles
      return {
        format: 'cyclonedx',
        runs: [builder.finish()],
        read: options.count.read,
        leftOut: leftOut.list(),
      }
    },
  }
}

const limitFault = (sentence: string) => new ReadFault(sentence, startOfFile, '')
