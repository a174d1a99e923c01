import * as z from 'zod/mini'
import { personRoles } from '../vocabulary.ts'
import { instant, open } from './shapes.ts'

const person = z.object({
  id: z.string(),
  name: z.string(),
  /** Names that history may have for the person. */
  formerNames: z.array(z.string()),
  /** An address that the provider has verified, or that of the invitation. */
  email: z.nullable(z.string()),
  /** The roles in this deployment. */
  roles: z.array(
    z.object({
      role: open(...personRoles),
      allDeployments: z.boolean(),
      /** The group that gives the role; null if an administrator has set it. */
      group: z.nullable(z.string()),
      /** The administrator; null for a role of a group. */
      givenBy: z.nullable(z.string()),
    }),
  ),
  /** Names of the deployments in which the person has roles, of those that the caller may see. */
  deployments: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Whether the person was invited and has not signed in yet. */
  invited: z.boolean(),
  /** Until when the link of the invitation can be used, also if that has passed; null if no link waits for its use. */
  linkExpiresAt: z.nullable(instant),
  disabledAt: z.nullable(instant),
  disabledBy: z.nullable(z.string()),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  lastSeenAt: z.nullable(instant),
  sessions: z.int(),
  tokens: z.int(),
  /** Whether the request was made by this person. */
  current: z.boolean(),
  /** Why the caller cannot rename or disable the person; null if they can. */
  locked: z.nullable(open('other deployments')),
})
export type Person = z.infer<typeof person>

export const peopleAnswer = z.object({
  people: z.array(person),
  /** Whether single sign-on is set up. */
  singleSignOn: z.boolean(),
})
export const personAnswer = z.object({ person })
export const invitedPersonAnswer = z.object({
  person,
  /** The link with which the person creates their own sign-in; null with single sign-on, and if they have a token. */
  invitation: z.nullable(z.object({ url: z.string(), expiresAt: instant })),
})

export const signInOptionsAnswer = z.object({
  /** Null if single sign-on is not set up. */
  singleSignOn: z.nullable(z.object({ name: z.string() })),
})
export const startSingleSignOnAnswer = z.object({ url: z.string() })
export const signOutOfProviderAnswer = z.object({ url: z.nullable(z.string()) })
