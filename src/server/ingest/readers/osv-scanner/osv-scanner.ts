import { type FilePosition, pointerSegment, ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route } from '../../json/json-route.ts'
import { asName, asObject, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { vulnerablePackages } from './package.ts'

const maxSources = 1_000_000

/**
 * Reads the JSON of OSV-Scanner: lockfiles with their vulnerable packages. Each group of advisories that are the same
 * becomes a supply-chain finding with the id that the tool displays. The source may come after its packages, which are
 * kept as bytes until the end. Source: docs/formats.md#osv-scanner.
 */
export function osvScannerReader(options: ReaderOptions): Reader {
  const packages = new ByteStore()
  /** The source of each package, by its number. */
  const owners: number[] = []
  const paths: (string | null)[] = []
  let isResult = false
  let place: FilePosition = startOfFile
  const result: Route = {
    begin: (position) => {
      if (paths.length >= maxSources) return `the file contains more than ${maxSources} sources`
      isResult = false
      place = position
      paths.push(null)
      return undefined
    },
    object: new Map<string, Route>([
      [
        'source',
        {
          take: (value) => {
            paths[paths.length - 1] = filePath(getIn(value.parse(), 'path'))
            isResult ||= paths.at(-1) !== null
          },
        },
      ],
      [
        'packages',
        {
          list: {
            take: (value) => {
              const found = asObject(value.parse())
              if (
                asName(getIn(found, 'package', 'name')) === null &&
                asName(getIn(found, 'package', 'commit')) === null
              )
                throw value.fault(
                  'this is not a package of OSV-Scanner: its `package` has no name',
                  '/package',
                )
              options.count.add(value)
              isResult = true
              owners.push(paths.length - 1)
              packages.add(value.bytes, value.place)
            },
          },
        },
      ],
    ]),
    end: () => {
      const path = `/results${pointerSegment(String(paths.length - 1))}`
      if (!isResult)
        throw new ReadFault(
          'this is not a result of OSV-Scanner: it has no `source` and no `packages`',
          place,
          path,
        )
    },
  }
  return {
    routes: new Map<string, Route>([['results', { list: result }]]),
    finish: async () => {
      const run = new PackageRun('osv-scanner', null, options)
      for (const { bytes, place, index } of packages.drain()) {
        options.count.checkTime()
        const path = paths[owners[index] ?? 0] ?? 'packages'
        const [first, ...others] = vulnerablePackages(parseBytes(bytes), path)
        if (first) run.add(first)
        for (const each of others) {
          const problem = options.count.countAnother()
          if (problem !== undefined) throw new ReadFault(problem, place, '/results')
          run.add(each)
        }
      }
      return run.finish('osv-scanner')
    },
  }
}
