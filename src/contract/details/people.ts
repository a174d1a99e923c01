import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { emailAddress } from '../parameters/email.ts'
import { nameText } from '../parameters/name.ts'
import { personRoles } from '../vocabulary.ts'

export const invitePersonBody = z.object({
  email: emailAddress(),
  name: z.optional(z.nullable(nameText(100, 1))),
  role: z.enum(personRoles),
})

export const patchPersonBody = z.object({
  name: z.optional(nameText(100, 1)),
  role: z.optional(z.nullable(z.enum(personRoles))),
  disabled: z.optional(z.boolean()),
})

export const details = {
  listPeople: {
    mark: 'extension',
    summary: 'List the people of a deployment, and those who are invited',
    description:
      'People whose roles are in other deployments alone are not listed. `sessions` and `tokens` count what is valid now, `tokens` those of this deployment and those for all deployments that the caller may see.',
  },
  invitePerson: {
    mark: 'extension',
    summary: 'Give a person a role in the deployment, by e-mail address, before the first sign-in',
    description:
      'Gatehouse sends no e-mail. With single sign-on, the first person whose provider has verified this address takes over the invitation at sign-in. Without it, `invitation.url` is a link that creates their own sign-in, once and within 7 days; only this answer has it. Inviting again creates another link in place of the former one, for whoever has no token in the deployment. Removing the role or disabling the person revokes it. If somebody with this address has already signed in or was invited, they are given the role (409 if there are several, or if they are disabled).',
    body: invitePersonBody,
  },
  patchPerson: {
    mark: 'extension',
    summary: "Rename or disable a person, or set the person's role in the deployment",
    description:
      '`disabled: true` ends sessions, event streams and downloads of the person and revokes their tokens, for good; `false` lets them sign in again. A `role` of null removes the role that an administrator has set; roles of groups stay. Renaming changes the owner of views and the name of sessions and tokens; history and audit log keep the name of the time. Only an administrator of all deployments can disable or rename a person who has roles in others as well (403). Nobody can disable themselves or remove their own role (409).',
    body: patchPersonBody,
  },
} satisfies Record<string, OperationDetails>
