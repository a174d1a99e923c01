import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route } from '../../json/json-route.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asObject, type JsonObject } from '../../values/json-values.ts'
import { PackageRun, type VulnerablePackage } from '../cyclonedx/package-run.ts'
import { advisoryOf } from './advisory.ts'
import { packagesOf } from './package.ts'

/**
 * Reads the JSON of `npm audit`: version 2 of npm 7 and later, which lists packages with their advisories, and version 1
 * of npm 6, which lists advisories with their packages. Source: docs/formats.md#npm-audit.
 */
export function npmAuditReader(options: ReaderOptions): Reader {
  const run = new PackageRun('npm audit', null, options)
  const entry = (read: (entry: JsonObject) => VulnerablePackage[]): Route => ({
    take: (value) => {
      options.count.add(value)
      const parsed = asObject(value.parse())
      if (!parsed) throw value.fault('an entry must be an object')
      const [first, ...others] = read(parsed)
      if (first) run.add(first)
      else run.leftOut.add(skipReasons.throughOthers)
      for (const each of others) {
        const problem = options.count.countAnother()
        if (problem !== undefined) throw value.fault(problem)
        run.add(each)
      }
    },
  })
  const packageRoute = entry(packagesOf)
  const advisoryRoute = entry(advisoryOf)
  return {
    routes: new Map<string, Route>([
      ['vulnerabilities', { object: new Map(), each: () => packageRoute }],
      ['advisories', { object: new Map(), each: () => advisoryRoute }],
    ]),
    repeats: ['actions.resolves'],
    finish: async () => run.finish('npm-audit'),
  }
}
