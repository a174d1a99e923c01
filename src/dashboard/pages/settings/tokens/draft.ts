import type { NewToken } from '#api/tokens.ts'
import { type Scope, scopes } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'
import { labels } from '../labels.ts'
import { expiryFault, expiryOf, type Life } from './expiry.ts'

/** The form values of a new token. */
export interface Draft {
  name: string
  owner: 'person' | 'machine'
  /** The owner; empty for the name of the token. */
  person: string
  by: 'role' | 'scopes'
  role: Role
  scopes: readonly Scope[]
  /** The names of the projects that it is restricted to, one per line; empty for all. */
  projects: string
  life: Life
  /** The value of a date field. */
  lastDay: string
  webApiEnabled: boolean
  /** Whether it gets the answers that clients of other services read. */
  compatibleAnswers: boolean
}

/** The props of a group of form fields: values, errors, and change handler. */
export interface DraftFieldsProps {
  draft: Draft
  fault: string | undefined
  onChange: (change: Partial<Draft>) => void
}

export const emptyDraft: Draft = {
  name: '',
  owner: 'person',
  person: '',
  by: 'role',
  role: 'viewer',
  scopes: ['findings:read'],
  projects: '',
  life: '90',
  lastDay: '',
  webApiEnabled: true,
  compatibleAnswers: false,
}

/** Whether a token can be restricted to projects: it can do nothing but send scans. Source: contract, `createToken`. */
export const canRestrict = ({ by, role, scopes: chosen }: Draft): boolean =>
  by === 'role' ? role === 'ci' : chosen.length === 1 && chosen[0] === 'scans:write'

/** The names in the lines of a text. */
const namesIn = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

const control = /\p{Cc}/u

/** Returns the errors of a draft, by field. Source: contract, `createToken`. */
export function draftFaults(
  draft: Draft,
  now: Date,
): Partial<Record<'name' | 'person' | 'scopes' | 'expiresAt', string>> {
  const { name, owner, person, by, scopes: chosen, life, lastDay } = draft
  const faults = {
    name:
      name.trim() === ''
        ? labels.tokens.nameMissing
        : control.test(name.trim())
          ? labels.tokens.controlCharacter
          : undefined,
    person: owner === 'person' && control.test(person.trim()) ? labels.tokens.controlCharacter : undefined,
    scopes: by === 'scopes' && chosen.length === 0 ? labels.tokens.scopeMissing : undefined,
    expiresAt: expiryFault(life, lastDay, now),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/** Returns the request body; undefined while the draft is invalid. */
export function requestOf(draft: Draft, now: Date): NewToken | undefined {
  if (Object.keys(draftFaults(draft, now)).length > 0) return undefined
  const {
    name,
    owner,
    person,
    by,
    role,
    scopes: chosen,
    life,
    lastDay,
    webApiEnabled,
    compatibleAnswers,
  } = draft
  const expiresAt = expiryOf(life, lastDay, now)
  const projects = canRestrict(draft) ? namesIn(draft.projects) : []
  return {
    name: name.trim(),
    ...(owner === 'machine' ? { machine: true } : person.trim() === '' ? {} : { person: person.trim() }),
    ...(by === 'role' ? { role } : { scopes: scopes.filter((scope) => chosen.includes(scope)) }),
    ...(projects.length === 0 ? {} : { projects }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    webApiEnabled,
    ...(compatibleAnswers ? { compatibleAnswers } : {}),
  }
}
