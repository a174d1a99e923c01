import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'

export interface Person {
  name: string
  username: string
  email: string
}

const content = readContent(
  'organization/people.json',
  z.strictObject({ securityTeam: listOf(z.string()), developers: listOf(z.string()) }),
)

function person(name: string): Person {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z -]/g, '')
    .toLowerCase()
    .split(/[ -]+/)
  const username = `${plain[0]?.charAt(0) ?? ''}${plain.at(-1) ?? ''}`
  return { name, username, email: `${plain[0]}.${plain.at(-1)}@acme.example` }
}

/** Those who triage for the whole organisation. */
export const securityTeam: readonly Person[] = content.securityTeam.map(person)

/** The people of Acme who write code and triage findings. */
export const people: readonly Person[] = [...securityTeam, ...content.developers.map(person)]
