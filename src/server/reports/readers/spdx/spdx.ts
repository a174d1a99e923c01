import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { LockfileCollector } from '../../report/lockfile-collector.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { asNames, asTime } from '../../values/json-values.ts'
import { assignToLockfiles } from '../cyclonedx/lockfiles.ts'
import { bomName } from '../cyclonedx/metadata.ts'
import { SpdxDocument } from './document.ts'
import { revisionOf, toolIn } from './metadata.ts'

/**
 * Reads SPDX 2.2 and 2.3 in JSON, also in the wrapper of GitHub's API: packages become the dependencies of lockfiles,
 * like components of CycloneDX. It contains no findings, and fixes none. Source: docs/formats.md#spdx.
 */
export function spdxReader(options: ReaderOptions): Reader {
  const document = new SpdxDocument()
  return {
    routes: document.routes,
    finish: async () => {
      const { tool, version } = toolIn(asNames(document.metadata.get('creators')))
      const builder = new RunBuilder({ tool, category: options.category }, version, options)
      const leftOut = new SkipCounter()
      const collector = new LockfileCollector()
      const { components, root, subject, graph, downloadLocation } = document.finish()
      const path = bomName(subject, 'spdx')
      const arranged = await assignToLockfiles({ components, root, graph, path }, collector, limitFault)
      for (const [reason, times] of arranged.leftOut) leftOut.add(reason, times)
      const { run } = builder
      run.completedAt = asTime(document.metadata.get('created'))
      run.revision = revisionOf(downloadLocation)
      run.coverage.findings = false
      run.lockfiles = collector.lockfiles
      return { format: 'spdx', runs: [builder.finish()], read: options.count.read, leftOut: leftOut.list() }
    },
  }
}

const limitFault = (sentence: string) => new ReadFault(sentence, startOfFile, '')
