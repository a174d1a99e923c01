import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { groupText } from '../parameters/group.ts'
import { nameText } from '../parameters/name.ts'
import { handleText, ownerRuleKinds, ownerText } from '../parameters/owner.ts'

const members = z.array(nameText(100, 1)).check(z.maxLength(1000))
const handles = z.array(handleText()).check(z.maxLength(200))
const groups = z.array(groupText()).check(z.maxLength(50))

export const createTeamBody = z.object({
  name: nameText(100, 1),
  members: z.optional(members),
  handles: z.optional(handles),
  groups: z.optional(groups),
})

export const patchTeamBody = z.object({
  members: z.optional(members),
  handles: z.optional(handles),
  groups: z.optional(groups),
})

export const mapHandleBody = z.object({ handle: handleText(), owner: z.nullable(ownerText()) })

export const setOwnerRuleBody = z.object({
  kind: z.enum(ownerRuleKinds),
  value: nameText(500, 1),
  owner: z.nullable(ownerText()),
})

/** The most characters of a `CODEOWNERS` file that is set, and bytes of one that is sent. */
export const maxCodeowners = 500_000

export const setCodeownersBody = z.object({
  content: z.nullable(
    z.string().check(
      z.maxLength(maxCodeowners, { error: `is longer than ${maxCodeowners} characters` }),
      z.refine((content) => content.isWellFormed() && !content.includes('\0'), {
        error: 'is not plain text',
      }),
    ),
  ),
})

export const details = {
  listOwners: {
    mark: 'extension',
    summary: 'List who can own findings: people who can sign in to the deployment, and its teams',
    description: 'The owners are as in the filter `owner` and in `new_owner`: `person:Ann`, `team:Payments`.',
  },
  listTeams: {
    mark: 'extension',
    summary: 'List teams with members and handles, and unmapped handles',
    description:
      '`members` were set by hand; `groupMembers` are people who had one of the `groups` of the single sign-on provider at their last sign-in, by name, at most 1,000, of `groupMemberCount`. `unmapped` are handles that own findings and are neither mapped to a person or team, nor the verified e-mail address of a person, with the number of findings, in all and by type; `disabled` are owners who were disabled, whose findings are unassigned.',
  },
  createTeam: {
    mark: 'extension',
    summary: 'Create a team that can own findings',
    description:
      '`members` are names of people. `handles` are those of a `CODEOWNERS` file that mean the team: `@acme/payments`, or an e-mail address. A handle belongs to one owner (409). `groups` are those of the single sign-on provider, compared exactly: whoever signs in with one of them, and has a role in the deployment, is a member until they sign in without it. The name of a team cannot be changed.',
    body: createTeamBody,
  },
  patchTeam: {
    mark: 'extension',
    summary: 'Set the members, the handles or the groups of a team',
    description:
      'People with a removed group are no members by it at once; those with an added one are from their next sign-in on.',
    body: patchTeamBody,
  },
  deleteTeam: {
    mark: 'extension',
    summary: 'Delete a team; its findings become unassigned',
  },
  mapHandle: {
    mark: 'extension',
    summary: 'Say whom a handle of a `CODEOWNERS` file means: a person or a team',
    description:
      'Findings that the handle owns are those of the person or team at once. With null, the handle belongs to nobody again.',
    body: mapHandleBody,
  },
  listOwnerRules: {
    mark: 'extension',
    summary: 'List the tags and rules that give findings an owner',
    description:
      'An owner by `CODEOWNERS` outranks one by a tag of the project, which outranks one by the rule of the finding. What a person assigned outranks all three.',
  },
  setOwnerRule: {
    mark: 'extension',
    summary: 'Set the owner of findings of projects with a tag, or of a rule',
    description:
      'With null, the tag or rule gives no owner. A job of kind `owners` then gives stored findings the owners that rules say.',
    body: setOwnerRuleBody,
  },
  getCodeowners: {
    mark: 'extension',
    summary: "Read a project's `CODEOWNERS` file, and the lines in it that cannot be used",
    description:
      '`codeowners` is null if there is none. At most 100 lines are listed in `invalid`. `failure` says why the last job of kind `owners` could not match the file with the paths of findings; null if it could.',
  },
  setCodeowners: {
    mark: 'extension',
    summary: "Set a project's `CODEOWNERS` file",
    description: `At most ${maxCodeowners} characters. A file that is set here is kept when pipelines send another. With null it is removed, and the next one that a pipeline sends is used. A job of kind \`owners\` then gives stored findings the owners that it says.`,
    body: setCodeownersBody,
  },
  sendCodeowners: {
    mark: 'extension',
    summary: 'Send the `CODEOWNERS` file of a repository along with a scan',
    description: `The body is the unmodified file, at most ${maxCodeowners} bytes; with curl, use \`--data-binary @CODEOWNERS\`. Send it after the first scan of the project, whose \`ref\` it names. Only the file of the primary branch is used, so that a pull request cannot change who owns findings, and only if nobody has set one in Gatehouse: \`applied\` says whether it is, and \`reason\` why not.`,
  },
} satisfies Record<string, OperationDetails>
