import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { LockfileCollector } from '../../report/lockfile-collector.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { asTime } from '../../values/json-values.ts'
import { CycloneDxDocument } from './document.ts'
import { addVulnerabilities } from './findings.ts'
import { assignToLockfiles } from './lockfiles.ts'
import { bomName, revisionIn, sourceIn } from './metadata.ts'
import { filesPart, imagePart } from './package-run.ts'

/**
 * Reads CycloneDX 1.2 to 1.7 in JSON: components become the dependencies of lockfiles, vulnerabilities become
 * supply-chain findings. Components may come after references to them, so the result is assembled at the end.
 * Source: ECMA-424; docs/api.md#importing-a-report.
 */
export function cycloneDxReader(options: ReaderOptions): Reader {
  const document = new CycloneDxDocument(options.count)
  return {
    routes: document.routes,
    finish: async () => {
      const { components, graph, vulnerabilities, metadata, has } = document
      const { all, root } = components
      const { tool, version } = sourceIn(metadata.get('tools'))
      const builder = new RunBuilder({ tool, category: options.category }, version, options)
      // What a subject that is no image is called differs between tools and their versions.
      if (root !== null) builder.setPart(root.type === 'container' ? imagePart : filesPart)
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
      run.coverage.findings = has.vulnerabilities
      if (has.components) run.lockfiles = lockfiles
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
