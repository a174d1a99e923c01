import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DependencyFilter } from '#contract/dependencies.ts'
import { none } from '#contract/query.ts'
import { transitivities } from '#server/db/codes.ts'
import type { Tables } from '#server/db/tables.ts'
import { badRequest, type Fault, Refusal } from '#server/http/errors.ts'

type Of = ExpressionBuilder<Tables, 'dependency'>
type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]
type Condition = Expression<SqlBool>

/** How transitivities are written in answers. Source: API decisions, "Dependencies". */
export const transitivityWords = ['DIRECT', 'TRANSITIVE', 'UNKNOWN_TRANSITIVITY'] as const

/**
 * Makes the condition of a `dependencyFilter`: fields AND, values inside a field OR, package filters OR. What is
 * empty narrows nothing.
 * @returns what adds the condition to a query of `dependency`, or null where the filter narrows nothing.
 * @throws Refusal 400 for an unknown transitivity, 501 for version bounds.
 * Source: API description, "Dependency filter"; API decisions, "Dependencies".
 */
export function conditionOf(filter: DependencyFilter | undefined): ((of: Of) => Condition) | null {
  if (!filter) return null
  refuseBounds(filter.packageFilters ?? [])
  const codes = transitivityCodes(listed(filter.transitivity))
  const ecosystems = listed(filter.ecosystem)
  const { license = [], lockfilePath, name, version, repositoryId = [], packageFilters = [] } = filter

  const conditions: ((of: Of) => Condition)[] = []
  if (license.length > 0) conditions.push((of) => licensed(of, license))
  const paths = listed(lockfilePath)
  if (paths.length > 0) {
    conditions.push((of) =>
      of(
        'dependency.lockfile_id',
        'in',
        of.selectFrom('lockfile').select('lockfile.id').where('lockfile.path', 'in', bound(paths)),
      ),
    )
  }
  if (name) conditions.push(() => contains(name))
  if (version) conditions.push((of) => of('dependency.version', '=', version))
  if (repositoryId.length > 0) conditions.push((of) => of('dependency.project_id', 'in', bound(repositoryId)))
  if (ecosystems.length > 0) conditions.push((of) => ofEcosystem(of, ecosystems))
  if (codes.length > 0) conditions.push((of) => of('dependency.transitivity', 'in', bound(codes)))
  if (packageFilters.length > 0) {
    conditions.push((of) => of.or(packageFilters.map((one) => packageCondition(of, one))))
  }
  return conditions.length === 0 ? null : (of) => of.and(conditions.map((condition) => condition(of)))
}

/** In a package filter all fields that are given must hold; `exactVersion` wins over bounds. */
function packageCondition(of: Of, filter: PackageFilter): Condition {
  const { name, exactNameMatch, exactVersion, ecosystem } = filter
  const conditions: Condition[] = []
  if (name) conditions.push(exactNameMatch ? of('dependency.name', '=', name) : contains(name))
  if (exactVersion) conditions.push(of('dependency.version', '=', exactVersion))
  if (ecosystem) conditions.push(ofEcosystem(of, [ecosystem]))
  return of.and(conditions)
}

function refuseBounds(filters: readonly PackageFilter[]) {
  const bounded = filters.some((one) => !one.exactVersion && (one.versionLowerBound || one.versionUpperBound))
  if (bounded) {
    throw new Refusal(
      501,
      'This version cannot compare package versions yet: leave versionLowerBound and versionUpperBound out, or name an exactVersion.',
    )
  }
}

/** A list of any length as one parameter, since a statement takes only so many. */
export const bound = <T extends string | number>(values: readonly T[]) =>
  sql<T>`(select value from json_each(${JSON.stringify(values)}))`

const contains = (part: string) =>
  sql<SqlBool>`lower(dependency.name) like lower(${`%${part.replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`

const ofEcosystem = (of: Of, words: readonly string[]) =>
  of('dependency.ecosystem', 'in', bound(words.map((word) => word.toLowerCase())))

/** SPDX ids are the same in any case (SPDX specification, annex on licence expressions). */
function licensed(of: Of, words: readonly string[]): Condition {
  const wanted = JSON.stringify(words.filter((word) => word !== none).map((word) => word.toLowerCase()))
  const holdsOne = sql<SqlBool>`exists (select 1 from json_each(dependency.licenses_json) as licence
    where lower(licence.value) in (select value from json_each(${wanted})))`
  return words.includes(none) ? of.or([of('dependency.licenses_json', '=', '[]'), holdsOne]) : holdsOne
}

function transitivityCodes(words: readonly string[]): number[] {
  const faults: Fault[] = []
  const codes = words.map((word) => {
    const upper = word.toUpperCase()
    const index = transitivityWords.findIndex(
      (known, position) => known === upper || transitivities[position]?.toUpperCase() === upper,
    )
    if (index < 0) {
      const detail = `"${word.slice(0, 80)}" is not one of ${transitivityWords.join(', ')}`
      faults.push({ pointer: '/dependencyFilter/transitivity', detail })
    }
    return index
  })
  if (faults.length > 0) throw badRequest(faults)
  return codes
}

const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((word) => word !== '')
