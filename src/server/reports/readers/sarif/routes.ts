import type { Route, TakenValue } from '../../json/json-route.ts'
import { asCount, asList, asName, asObject } from '../../values/json-values.ts'
import type { SarifComponent, SarifRun } from './run.ts'

/** Limits of the parts of a run other than its results, since these are stored parsed. */
const maxItems = {
  rules: 100_000,
  notifications: 10_000,
  flowLocations: 200_000,
  logicalLocations: 200_000,
  invocations: 1_000,
}

const take = (put: (parsed: unknown) => void): Route => ({ take: (value) => put(value.parse()) })
const each = (put: (parsed: unknown) => void): Route => ({ list: take(put) })

const descriptors = (
  key: 'rules' | 'notifications',
  of: () => SarifComponent,
  put: (parsed: unknown) => void,
): Route => ({
  list: {
    take: (value) => {
      if (of()[key].length >= maxItems[key]) throw value.fault(`a tool has more than ${maxItems[key]} ${key}`)
      put(value.parse())
    },
  },
})

/** The routes of a component of the tool. */
const componentRoutes = (of: () => SarifComponent, current: () => SarifRun): ReadonlyMap<string, Route> =>
  new Map<string, Route>([
    ['name', take((parsed) => of().setName(asName(parsed)))],
    ['guid', take((parsed) => of().setGuid(asName(parsed)))],
    ['version', take((parsed) => of().setVersion(asName(parsed), true))],
    ['semanticVersion', take((parsed) => of().setVersion(asName(parsed), false))],
    ['taxa', each((parsed) => of().taxa.add(parsed))],
    ['supportedTaxonomies', each((parsed) => current().taxonomies.addSupported(parsed))],
    ['globalMessageStrings', take((parsed) => of().setMessageStrings(parsed))],
    ['rules', descriptors('rules', of, (parsed) => of().addRule(parsed))],
    ['notifications', descriptors('notifications', of, (parsed) => of().addNotification(parsed))],
  ])

/** The routes of the needed parts of a run, which are stored in the run being read. */
export function runRoutes(
  current: () => SarifRun,
  addResult: (value: TakenValue) => void,
): ReadonlyMap<string, Route> {
  const collect = (target: () => unknown[], key: keyof typeof maxItems): Route => ({
    list: {
      take: (value) => {
        if (target().length >= maxItems[key])
          throw value.fault(`a run has more than ${maxItems[key]} of these`)
        target().push(value.parse())
      },
    },
  })
  const extension: Route = {
    object: componentRoutes(() => current().lastExtension(), current),
    begin: () => current().addExtension(),
  }
  const tool = new Map<string, Route>([
    ['driver', { object: componentRoutes(() => current().driver, current) }],
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
    ['threadFlowLocations', collect(() => current().flowLocations, 'flowLocations')],
    ['logicalLocations', collect(() => current().logicalLocations, 'logicalLocations')],
    ['taxonomies', each((parsed) => current().taxonomies.add(parsed))],
    ['invocations', collect(() => current().invocations, 'invocations')],
    ['originalUriBaseIds', take((parsed) => current().places.roots.setBases(parsed))],
    ['automationDetails', take((parsed) => current().setAutomationDetails(parsed))],
    ['versionControlProvenance', take((parsed) => current().setProvenance(asList(parsed)))],
    ['externalPropertyFileReferences', take((parsed) => addExternal(current(), parsed))],
  ])
}

function addExternal(run: SarifRun, references: unknown): void {
  for (const each of asList(asObject(references)?.['results']))
    run.resultsElsewhere += asCount(asObject(each)?.['itemCount']) ?? 1
}
