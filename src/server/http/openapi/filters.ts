import type { Operation } from '#contract/operation.ts'
import { appliesToType, type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { type FindingType, findingTypes } from '#contract/vocabulary.ts'

/** The finding types that an operation lists, if it takes the filters of findings but not every type. */
const typesOf: Record<string, readonly FindingType[]> = {
  listFindings: ['sast', 'sca'],
  listSecrets: ['secrets'],
}

const isFilter = (name: string): name is keyof FindingFilter => Object.hasOwn(findingFilter, name)

/** Whether a query parameter has an effect on an operation; only such parameters are published. */
export function appliesToOperation({ id }: Operation, parameter: string): boolean {
  if (!isFilter(parameter)) return true
  return (typesOf[id] ?? findingTypes).some((type) => appliesToType(parameter, type))
}
