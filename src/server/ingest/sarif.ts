import { ReadFault, startOfFile } from './fault.ts'
import type { Route, TakenValue } from './json-route.ts'
import type { Reader, ReaderOptions } from './reader.ts'
import { LeftOutCounter, RunBuilder } from './run-builder.ts'
import { convertRun } from './sarif-convert.ts'
import { SarifRun } from './sarif-run.ts'
import { count, list, name, object } from './values.ts'

/**
 * Reads SARIF 2.1.0. Results may come before the rules and files they refer to, so they are kept as bytes until
 * their run is complete. Runs of one tool and category are one source.
 * Source: OASIS SARIF 2.1.0; API decisions, Import.
 */
export function sarifReader(options: ReaderOptions): Reader {
  const runs: SarifRun[] = []
  const leftOut = new LeftOutCounter()
  const current = (): SarifRun => {
    const last = runs.at(-1)
    if (!last) throw new Error('a value of a run came before the run')
    return last
  }
  const run = runRoute(current, (value) => {
    options.count.add(value)
    current().results.add(value.bytes, value.place)
  })
  const runWithStart: Route = {
    ...run,
    begin: () => {
      runs.push(new SarifRun(runs.length))
      return undefined
    },
  }
  return {
    routes: new Map<string, Route>([['runs', { list: runWithStart }]]),
    finish: async (version) => {
      if (version !== null && !version.startsWith('2.'))
        throw new ReadFault(`SARIF ${version} is not read, only 2.1.0`, startOfFile, '/version')
      const builders = new Map<string, RunBuilder>()
      for (const each of runs) {
        const source = {
          tool: each.driver.name ?? 'unknown tool',
          category: options.category ?? each.category(),
        }
        const key = JSON.stringify(source)
        const known = builders.get(key)
        const builder = known ?? new RunBuilder(source, each.driver.version)
        builders.set(key, builder)
        await convertRun(each, builder, leftOut, known !== undefined)
      }
      return {
        format: 'sarif',
        runs: [...builders.values()].map((each) => each.finish()),
        read: options.count.read,
        leftOut: leftOut.list(),
      }
    },
  }
}

/** The parts of a run that are wanted, each put into the run that is being read. */
function runRoute(current: () => SarifRun, addResult: (value: TakenValue) => void) {
  const component = (of: () => SarifRun['driver']): Route => ({
    object: new Map<string, Route>([
      [
        'name',
        {
          take: (value) => {
            of().name = name(value.parse())
          },
        },
      ],
      [
        'guid',
        {
          take: (value) => {
            of().guid = name(value.parse())
          },
        },
      ],
      [
        'version',
        {
          take: (value) => {
            of().version = name(value.parse()) ?? of().version
          },
        },
      ],
      [
        'semanticVersion',
        {
          take: (value) => {
            of().version ??= name(value.parse())
          },
        },
      ],
      ['rules', { list: { take: (value) => of().addRule(value.parse()) } }],
    ]),
  })
  const extension = component(() => current().lastExtension())
  return {
    object: new Map<string, Route>([
      ['results', { list: { take: addResult } }],
      [
        'tool',
        {
          object: new Map<string, Route>([
            ['driver', component(() => current().driver)],
            ['extensions', { list: { ...extension, begin: () => current().addExtension() } as Route }],
          ]),
        },
      ],
      ['artifacts', { list: { take: (value) => current().places.addArtifact(value.parse()) } }],
      [
        'threadFlowLocations',
        {
          list: {
            take: (value) => {
              current().flowLocations.push(value.parse())
            },
          },
        },
      ],
      ['taxonomies', { list: { take: (value) => current().addTaxonomy(value.parse()) } }],
      [
        'invocations',
        {
          list: {
            take: (value) => {
              current().invocations.push(value.parse())
            },
          },
        },
      ],
      ['originalUriBaseIds', { take: (value) => current().places.setBases(value.parse()) }],
      [
        'automationDetails',
        {
          take: (value) => {
            current().automationDetails = value.parse()
          },
        },
      ],
      [
        'versionControlProvenance',
        {
          take: (value) => {
            current().provenance = list(value.parse())
          },
        },
      ],
      [
        'externalPropertyFileReferences',
        {
          take: (value) => {
            const results = list(object(value.parse())?.['results'])
            for (const each of results) current().resultsElsewhere += count(object(each)?.['itemCount']) ?? 1
          },
        },
      ],
    ]),
  } satisfies Route
}
