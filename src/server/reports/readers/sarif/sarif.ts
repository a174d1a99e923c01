import { toolFamily } from '#lib/tool-family.ts'
import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route } from '../../json/json-route.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { convertRun } from './convert.ts'
import { runRoutes } from './routes.ts'
import { SarifRun } from './run.ts'

const maxRuns = 1_000

/**
 * Reads SARIF 2.1.0. Results may come before the rules and files they refer to, so they are stored as bytes until their
 * run is complete. Runs of one tool and category are one source. Results of scanners for secrets and for dependencies
 * become secrets and supply-chain findings, all others code findings.
 * Source: OASIS SARIF 2.1.0; docs/api.md#importing-a-report.
 */
export function sarifReader(options: ReaderOptions): Reader {
  const runs: SarifRun[] = []
  const leftOut = new SkipCounter()
  const current = (): SarifRun => {
    const last = runs.at(-1)
    if (!last) throw new Error('a value of a run came before the run')
    return last
  }
  const run: Route = {
    object: runRoutes(current, (value) => {
      options.count.add(value)
      current().results.add(value.bytes, value.place)
    }),
    begin: () => {
      if (runs.length >= maxRuns) return `the file has more than ${maxRuns} runs`
      runs.push(new SarifRun(runs.length, options, true))
      return undefined
    },
  }
  return {
    routes: new Map<string, Route>([['runs', { list: run }]]),
    finish: async (version) => {
      if (version !== null && !version.startsWith('2.'))
        throw new ReadFault(`SARIF ${version} is not supported; use 2.1.0`, startOfFile, '/version')
      const builders = new Map<string, RunBuilder>()
      for (const each of runs) {
        const source = {
          tool: each.driver.name ?? 'unknown tool',
          category: options.category ?? each.category(),
        }
        const key = JSON.stringify([toolFamily(source.tool), source.category])
        const known = builders.get(key)
        const builder = known ?? new RunBuilder(source, each.driver.version, options)
        builders.set(key, builder)
        const { count, salt } = options
        await convertRun(each, { builder, leftOut, count, salt, joined: known !== undefined })
      }
      if (options.count.unfilled > 0) leftOut.add(skipReasons.messageArguments, options.count.unfilled)
      return {
        format: 'sarif',
        runs: [...builders.values()].map((each) => each.finish()),
        read: options.count.read,
        leftOut: leftOut.list(),
      }
    },
  }
}
