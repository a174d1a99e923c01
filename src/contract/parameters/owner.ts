import * as z from 'zod/mini'
import { nameFault } from './name-fault.ts'

/** What a handle of a `CODEOWNERS` file looks like: `@person`, `@org/team` or an e-mail address. */
const anyHandle = '(@[^\\s@:/]+(/[^\\s@:/]+)?|[^\\s@:]+@[^\\s@:/]+)'
const handlePattern = new RegExp(`^${anyHandle}$`)
const maxLength = 300

/** Selects findings without an owner. */
export const nobody = 'none'
/** Selects findings that the caller owns, alone or as a member of a team. */
export const me = 'me'
const ofPerson = 'for:'

/** The value of the filter for findings that a person owns, alone or as a member of a team. */
export const ownedBy = (person: string): string => `${ofPerson}${person}`

/** The person of a value of `ownedBy`; null for another value. */
export const personOf = (value: string): string | null =>
  value.startsWith(ofPerson) ? value.slice(ofPerson.length) : null

/** Replaces `me` in a filter by the person who asks. */
export function withoutMe<Q extends object>(query: Q, person: string): Q {
  const { owner }: { owner?: unknown } = query
  if (!Array.isArray(owner) || !owner.includes(me)) return query
  return { ...query, owner: owner.map((one: unknown) => (one === me ? ownedBy(person) : one)) }
}

/** The kinds of owners; the text of one begins with its kind, other than that of a handle. */
export type OwnerKind = 'person' | 'team' | 'handle'

/** The kind and the name of an owner, such as `person:Ann`, `team:Payments`, `@acme/payments` or `ann@acme.example`. */
export function parseOwner(owner: string): { kind: OwnerKind; name: string } {
  for (const kind of ['person', 'team'] as const)
    if (owner.startsWith(`${kind}:`)) return { kind, name: owner.slice(kind.length + 1) }
  return { kind: 'handle', name: owner }
}

/** Whether a text is a handle, as in a `CODEOWNERS` file. */
export const isHandle = (text: string): boolean =>
  text.length <= maxLength && handlePattern.test(text) && nameFault(text) === null

/** A handle, as in a `CODEOWNERS` file. */
/* @__NO_SIDE_EFFECTS__ */
export function handleText() {
  return z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.refine(isHandle, { error: 'is no handle such as "@acme/payments" or "ann@acme.example"' }),
    )
    .register(z.globalRegistry, { pattern: `^\\s*${anyHandle}\\s*$` })
}

/** An owner: `person:NAME`, `team:NAME` or a handle. */
/* @__NO_SIDE_EFFECTS__ */
export function ownerText() {
  return z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.refine(
        (owner) => {
          const { kind, name } = parseOwner(owner)
          if (kind === 'handle') return isHandle(owner)
          return name !== '' && owner.length <= maxLength && nameFault(name) === null
        },
        { error: 'is not an owner such as "person:Ann", "team:Payments" or "@acme/payments"' },
      ),
    )
    .register(z.globalRegistry, { pattern: `^\\s*((person|team):.*\\S|${anyHandle})\\s*$` })
}

/** What a rule that gives an owner looks at: a tag of the finding's project, or the finding's rule. */
export const ownerRuleKinds = ['tag', 'rule'] as const
