import { explain } from '#api/http/errors.ts'
import type { PolicyMode } from '#api/policies.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { labels } from '../labels.ts'

/** A rule whose mode somebody else changed meanwhile. */
export interface CurrentMode {
  rulePath: string
  mode: string | null | undefined
  by: string | null | undefined
  at: string | null | undefined
}

/** The mode that this person wants for a rule, and the one they saw. */
export interface RequestedMode {
  rulePath: string
  policyMode: PolicyMode
  expectedMode?: PolicyMode | undefined
}

/**
 * Returns what is still to be set after the person chose between their modes and those of others: all of it, or only
 * the rules that others did not change.
 */
export function choicesAfter(
  { wanted, theirs }: { wanted: readonly RequestedMode[]; theirs: readonly CurrentMode[] },
  force: boolean,
): readonly RequestedMode[] {
  if (force) return wanted.map(({ rulePath, policyMode }) => ({ rulePath, policyMode }))
  return wanted.filter((one) => !theirs.some(({ rulePath }) => rulePath === one.rulePath))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function theirsOf(value: unknown): CurrentMode[] {
  if (typeof value !== 'object' || value === null) return []
  const { rulePath, path, policyMode, by, lastChangeBy, at, lastChangeAt } = value as Record<string, unknown> // parse: a rule, or a conflict of one
  const name = textOf(rulePath) ?? textOf(path)
  if (name === undefined) return []
  return [
    {
      rulePath: name,
      mode: textOf(policyMode),
      by: textOf(by) ?? textOf(lastChangeBy),
      at: textOf(at) ?? textOf(lastChangeAt),
    },
  ]
}

/**
 * Returns what others changed meanwhile, if that is why a change was rejected: `current` of a 412, `conflicts` of a
 * 409; empty for any other error.
 */
export function currentModesIn(error: unknown): CurrentMode[] {
  const { kind, members } = explain(error)
  if (kind !== 'conflict') return []
  const conflicts = members['conflicts']
  return Array.isArray(conflicts) ? conflicts.flatMap(theirsOf) : theirsOf(members['current'])
}

/** Returns the rule's current state from a 412. */
export function currentIn(error: unknown): PolicyRule | undefined {
  const current = explain(error).members['current']
  if (theirsOf(current).length === 0) return undefined
  return current as PolicyRule // parse: the member of the 412 of a rule, checked for its path
}

const most = 3

/** Returns why a change of several rules was rejected, with each error listed up to a readable number. */
export function errorText(error: unknown): string {
  const { detail, faults } = explain(error)
  if (faults.length === 0) return detail
  const named = faults.slice(0, most).map((fault) => fault.detail)
  const more = faults.length - most
  return `${detail} ${[...named, ...(more > 0 ? [labels.change.andMore(more)] : [])].join('; ')}`
}
