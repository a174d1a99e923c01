import { ReadFault, startOfFile } from '../../input/fault.ts'
import { type Reader, type ReaderOptions, yieldToEventLoop } from '../../input/reader.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route } from '../../json/json-route.ts'
import { LockfileCollector } from '../../report/lockfile-collector.ts'
import type { ReportedRevision } from '../../report/report.ts'
import { asName, asObject, asTime, asUrl, type JsonObject } from '../../values/json-values.ts'
import { PackageRun, partOfArtifact } from '../cyclonedx/package-run.ts'
import { DescribedResults } from '../sarif/described-results.ts'
import { TrivyEntries, type TrivyEntry } from './entries.ts'
import { licenseOf } from './license.ts'
import { addMisconfiguration } from './misconfiguration.ts'
import { modifiedOf } from './modified.ts'
import { TrivyPackages } from './packages.ts'
import { partOf, partsIn } from './parts.ts'
import { secretOf } from './secret.ts'
import { vulnerabilityOf } from './vulnerability.ts'

const yieldInterval = 250

/**
 * Reads the JSON of Trivy, schema version 2. Vulnerabilities become supply-chain findings, misconfigurations and
 * licenses code findings, secrets secrets; the packages of `--list-all-pkgs` become dependencies. Keys come in any
 * order, so the result is assembled at the end. Source: docs/formats.md#trivy.
 */
export function trivyReader(options: ReaderOptions): Reader {
  const entries = new TrivyEntries(options.count)
  const about = new Map<string, unknown>()
  const keep = (key: string): [string, Route] => [
    key,
    { take: (value) => void about.set(key, value.parse()) },
  ]
  return {
    routes: new Map<string, Route>([
      ['SchemaVersion', versionRoute],
      ['Trivy', { object: new Map([keep('Version')]) }],
      keep('CreatedAt'),
      keep('ArtifactType'),
      ['Metadata', { object: new Map([keep('RepoURL'), keep('Branch'), keep('Commit')]) }],
      ['Results', entries.route],
    ]),
    finish: async () => {
      const run = new PackageRun('Trivy', asName(about.get('Version'), 100), options)
      run.builder.run.completedAt = asTime(about.get('CreatedAt'))
      run.builder.run.revision = revisionIn(about)
      const artifact = partOfArtifact(asName(about.get('ArtifactType'), 100))
      const parts = artifact === null ? undefined : partsIn(entries.classes, artifact)
      if (parts) run.builder.run.coverage.parts = parts
      const collector = new LockfileCollector()
      const packages = new TrivyPackages(collector, limitFault)
      await eachOf(entries.packages(), options, (value, { scanned }) => packages.add(scanned, value))
      packages.relate()
      if (entries.has.packages) run.builder.run.lockfiles = collector.lockfiles
      const results = new DescribedResults('Trivy', run, options)
      const addEntry = (entry: TrivyEntry, kind: TrivyEntry['kind'], value: JsonObject, ignored: boolean) => {
        const refuse = (problem: string) => new ReadFault(problem, entry.place, '/Results')
        const { scanned } = entry
        const { findings } = run.builder.run
        const position = findings.length
        if (kind === 'Vulnerabilities') run.add(vulnerabilityOf(value, scanned, packages, ignored))
        if (kind === 'Licenses') results.add(...licenseOf(value, scanned, ignored), refuse)
        if (kind === 'Secrets') results.add(...secretOf(value, scanned, ignored), refuse)
        if (kind === 'Misconfigurations')
          addMisconfiguration({ value, scanned, ignored, results, count: options.count, run, refuse })
        if (artifact !== null)
          for (const finding of findings.slice(position)) finding.part = partOf(kind, artifact)
      }
      await eachOf(entries.findings(), options, (value, entry) => {
        if (entry.kind !== 'ExperimentalModifiedFindings') return addEntry(entry, entry.kind, value, false)
        const modified = modifiedOf(value, run.leftOut)
        if (modified) addEntry(entry, modified.kind, modified.finding, true)
      })
      return run.finish('trivy')
    },
  }
}

async function eachOf(
  entries: Iterable<TrivyEntry>,
  { count }: ReaderOptions,
  read: (value: JsonObject, entry: TrivyEntry) => void,
): Promise<void> {
  let done = 0
  for (const entry of entries) {
    count.checkTime()
    if (++done % yieldInterval === 0) await yieldToEventLoop()
    const value = asObject(parseBytes(entry.bytes))
    if (value) read(value, entry)
  }
}

const limitFault = (sentence: string) => new ReadFault(sentence, startOfFile, '/Results')

const versionRoute: Route = {
  take: (value) => {
    if (value.parse() !== 2)
      throw value.fault('this version of Trivy reports is not supported; use Trivy 0.20 or newer')
  },
}

/** The checkout, which Trivy reports of a repository. */
function revisionIn(about: ReadonlyMap<string, unknown>): ReportedRevision | null {
  const revision = {
    repositoryUrl: asUrl(asName(about.get('RepoURL'), 2_048)?.replace(/\.git$/, '')),
    branch: asName(about.get('Branch')),
    commit: asName(about.get('Commit'), 64),
  }
  return Object.values(revision).every((each) => each === null) ? null : revision
}
