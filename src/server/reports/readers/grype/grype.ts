import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route } from '../../json/json-route.ts'
import { asName, asObject, asTime, getIn } from '../../values/json-values.ts'
import { PackageRun, partOfArtifact } from '../cyclonedx/package-run.ts'
import { matchOf } from './match.ts'

/**
 * Reads the JSON of Grype: each match becomes a supply-chain finding, ignored matches suppressed ones. What was scanned
 * may come after the matches, so the result is assembled at the end. Source: docs/formats.md#grype.
 */
export function grypeReader(options: ReaderOptions): Reader {
  const stored = { matches: new ByteStore(), ignored: new ByteStore() }
  const about = new Map<string, unknown>()
  const collect = (store: ByteStore): Route => ({
    list: {
      take: (value) => {
        options.count.add(value)
        const match = asObject(value.parse())
        if (match === null) throw value.fault('a match must be an object')
        // Other tools have matches too, of packages that are old rather than vulnerable.
        if (asName(getIn(match, 'vulnerability', 'id')) === null)
          throw value.fault('this is not a match of Grype: its `vulnerability` has no `id`', '/vulnerability')
        store.add(value.bytes, value.place)
      },
    },
  })
  const keep = (key: string): [string, Route] => [
    key,
    { take: (value) => void about.set(key, value.parse()) },
  ]
  return {
    routes: new Map<string, Route>([
      ['matches', collect(stored.matches)],
      ['ignoredMatches', collect(stored.ignored)],
      keep('distro'),
      ['source', { object: new Map([keep('target'), keep('type')]) }],
      ['descriptor', { object: new Map([keep('version'), keep('timestamp')]) }],
    ]),
    finish: async () => {
      const version = asName(about.get('version'), 100)
      const run = new PackageRun('Grype', version, options)
      run.setPart(partOfArtifact(asName(about.get('type'), 100)))
      const names = ['name', 'version'].flatMap((key) => asName(getIn(about.get('distro'), key), 100) ?? [])
      const scanned = {
        target: targetOf(about.get('target')),
        distribution: names.length === 0 ? null : names.join(' '),
      }
      for (const suppressed of [false, true]) {
        for (const { bytes } of stored[suppressed ? 'ignored' : 'matches'].drain()) {
          options.count.checkTime()
          const match = asObject(parseBytes(bytes))
          if (match) run.add(matchOf(match, scanned, suppressed))
        }
      }
      run.builder.run.completedAt = asTime(about.get('timestamp'))
      return run.finish('grype')
    },
  }
}

/** What was scanned: a folder, or the name of an image. */
function targetOf(target: unknown): string {
  const name = asName(target) ?? asName(getIn(target, 'userInput'))
  return name === null || /^[./\\]*$/.test(name) ? 'packages' : name
}
