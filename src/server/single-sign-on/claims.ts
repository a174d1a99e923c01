import { isEmail } from '#contract/parameters/email.ts'
import type { Identity } from '#server/http/single-sign-on.ts'

/** Claims of an ID token and of the user info, as they were sent. */
export type Claims = Readonly<Record<string, unknown>>

const maxGroups = 10_000
const maxTextLength = 1000

/** Whether the claims say in which groups the person is. */
export const hasGroups = (claims: Claims, groupsClaim: string): boolean => Object.hasOwn(claims, groupsClaim)

/** Reads who signed in. Claims of another type than expected are left out. */
export function identityOf(claims: Claims, issuer: string, subject: string, groupsClaim: string): Identity {
  const text = (name: string) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    return typeof value === 'string' && value.length <= maxTextLength ? value : null
  }
  const email = text('email')?.trim().toLowerCase() ?? null
  // Anyone may enter the address of another person as their own.
  const isVerified = claims['email_verified'] === true && email !== null && isEmail(email)
  return {
    issuer,
    subject,
    email: isVerified ? email : null,
    names: ['name', 'preferred_username'].flatMap((name) => text(name) ?? []),
    groups: groupsOf(Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined),
  }
}

/** A list, or a single group as its name. */
function groupsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxGroups) : [value]
  return list.filter((one): one is string => typeof one === 'string' && one.length <= maxTextLength)
}
