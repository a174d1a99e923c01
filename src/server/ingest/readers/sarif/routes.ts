import type { Route, TakenValue } from '../../json/json-route.ts'
import { count, list, name, object } from '../../values.ts'
import type { SarifComponent, SarifRun } from './run.ts'

/** Bounds on what is kept of a run beside its results: each of them is held parsed. */
const most = { rules: 100_000, flowLocations: 200_000, logicalLocations: 200_000, invocations: 1_000 }

/** The parts of a run that are wanted, each put into the run that is being read. */
export function runRoutes(
  current: () => SarifRun,
  addResult: (value: TakenValue) => void,
): ReadonlyMap<string, Route> {
  const take = (put: (parsed: unknown) => void): Route => ({ take: (value) => put(value.parse()) })
  const each = (put: (parsed: unknown) => void): Route => ({ list: take(put) })
  const keep = (kept: () => unknown[], key: keyof typeof most): Route => ({
    list: {
      take: (value) => {
        if (kept().length >= most[key]) throw value.fault(`a run has more than ${most[key]} of these`)
        kept().push(value.parse())
      },
    },
  })
  const component = (of: () => SarifComponent): ReadonlyMap<string, Route> =>
    new Map<string, Route>([
      ['name', take((parsed) => of().setName(name(parsed)))],
      ['guid', take((parsed) => of().setGuid(name(parsed)))],
      ['version', take((parsed) => of().setVersion(name(parsed), true))],
      ['semanticVersion', take((parsed) => of().setVersion(name(parsed), false))],
      [
        'rules',
        {
          list: {
            take: (value) => {
              if (of().rules.length >= most.rules)
                throw value.fault(`a tool has more than ${most.rules} rules`)
              of().addRule(value.parse())
            },
          },
        },
      ],
    ])
  const extension: Route = {
    object: component(() => current().lastExtension()),
    begin: () => current().addExtension(),
  }
  const tool = new Map<string, Route>([
    ['driver', { object: component(() => current().driver) }],
    ['extensions', { list: extension }],
  ])
  return new Map<string, Route>([
    [
      'results',
      {
        list: { take: addResult },
        begin: () => {
          current().listsResults = true
          return undefined
        },
      },
    ],
    ['tool', { object: tool }],
    ['artifacts', each((parsed) => current().places.addArtifact(parsed))],
    ['threadFlowLocations', keep(() => current().flowLocations, 'flowLocations')],
    ['logicalLocations', keep(() => current().logicalLocations, 'logicalLocations')],
    ['taxonomies', each((parsed) => current().addTaxonomy(parsed))],
    ['invocations', keep(() => current().invocations, 'invocations')],
    ['originalUriBaseIds', take((parsed) => current().places.setBases(parsed))],
    ['automationDetails', take((parsed) => current().setAutomationDetails(parsed))],
    ['versionControlProvenance', take((parsed) => current().setProvenance(list(parsed)))],
    ['externalPropertyFileReferences', take((parsed) => addElsewhere(current(), parsed))],
  ])
}

function addElsewhere(run: SarifRun, references: unknown): void {
  for (const each of list(object(references)?.['results']))
    run.resultsElsewhere += count(object(each)?.['itemCount']) ?? 1
}
