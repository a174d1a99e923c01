import { isEmail } from '#contract/parameters/email.ts'
import type { Identity } from '#server/http/single-sign-on.ts'

/** Claims of an ID token and of the user info, as they were sent. */
export type Claims = Readonly<Record<string, unknown>>

const maxGroups = 10_000
const maxTextLength = 1000

/** Whether the claims say in which groups the person is. */
export const hasGroups = (claims: Claims, groupsClaim: string): boolean => Object.hasOwn(claims, groupsClaim)

/**
 * Whether the claims say an address and whether it is verified. The two belong to one answer: a provider that lets
 * people type any address confirms only the one that it sends beside.
 */
export const hasEmail = (claims: Claims): boolean =>
  Object.hasOwn(claims, 'email') && Object.hasOwn(claims, 'email_verified')

/**
 * Reads who signed in. Claims of another type than expected are left out.
 * @param answers what the provider said, that of most weight first.
 */
export function identityOf(
  answers: readonly Claims[],
  issuer: string,
  subject: string,
  groupsClaim: string,
): Identity {
  const claimOf = (name: string) => answers.find((claims) => Object.hasOwn(claims, name))?.[name]
  return {
    issuer,
    subject,
    email: verifiedEmail(answers.find(hasEmail)),
    names: ['name', 'preferred_username'].flatMap((name) => textOf(claimOf(name)) ?? []),
    groups: groupsOf(claimOf(groupsClaim)),
  }
}

/** The address, unless anyone may have entered that of another person as their own. */
function verifiedEmail(claims: Claims | undefined): string | null {
  const email = textOf(claims?.['email'])?.trim().toLowerCase() ?? null
  return claims?.['email_verified'] === true && email !== null && isEmail(email) ? email : null
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxTextLength ? value : null

/** A list, or a single group as its name. */
function groupsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxGroups) : [value]
  return list.filter((one): one is string => typeof one === 'string' && one.length <= maxTextLength)
}
