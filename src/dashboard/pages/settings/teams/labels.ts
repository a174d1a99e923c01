import type { FindingType } from '#contract/vocabulary.ts'
import { plural } from '#lib/text/format.ts'

export const teamLabels = {
  title: 'Teams',
  words: 'Teams own findings together. Each member finds them in “Assigned to me”.',
  create: 'Create team',
  forbidden: 'Creating and changing teams needs the scope projects:write',
  failed: "Couldn't load teams",
  none: 'No teams yet',
  noneDetail: 'Create a team to assign findings to several people at once.',
  name: 'Name',
  nameHint: 'The name cannot be changed later.',
  nameFault: 'Enter a name',
  members: 'Members',
  membersHint: 'Names of people, one per line.',
  handles: 'Handles',
  handlesHint: 'As in CODEOWNERS files, one per line: @acme/payments or payments@acme.example.',
  groups: 'Single sign-on groups',
  groupsHint:
    'One per line, as the provider names them. Whoever signs in with one of them is a member until they sign in without it.',
  noneSignedIn: 'nobody has signed in with it since it was added',
  noMembers: 'No members',
  edit: 'Edit',
  delete: 'Delete',
  save: 'Save',
  saved: 'Team saved',
  created: 'Team created',
  deleted: 'Team deleted',
  deleteTitle: 'Delete this team?',
  deleteDetail: 'Its findings become unassigned, and its handles unmapped.',
  unmapped: 'Unmapped handles',
  unmappedDetail: 'They own findings. Map each of them to a person or team.',
  mapped: 'Handles of people',
  map: 'Map',
  unmap: 'Remove',
  owner: 'Owner',
  disabled: 'Unassigned findings',
  disabledDetail:
    'These people were disabled, or these teams deleted. Their findings are unassigned until somebody else gets them.',
  rules: 'Owners by tag or rule',
  rulesDetail:
    'New and stored findings get these owners. A CODEOWNERS file of their project comes before tags, and tags before rules. Manual assignments are kept.',
  rulesFailed: "Couldn't load the owners by tag or rule",
  ruleKind: 'Findings of',
  ofTag: 'Projects with the tag',
  ofRule: 'The rule',
  tag: 'Tag',
  rule: 'Rule',
  ruleHint: 'Its full name, as in a finding.',
  ruleFault: 'Enter a tag or a rule',
  addRule: 'Add',
  ruleSaved: 'Owner saved',
  ruleRemoved: 'Owner removed',
  inBackground: 'Owners of findings change in the background.',
} as const

export const editTeam = (name: string) => `Edit ${name}`
export const deleteTeam = (name: string) => `Delete ${name}`
export const unmapHandle = (handle: string) => `Remove ${handle}`
export const mapHandle = (handle: string) => `Map ${handle}`
export const ownerOfHandle = (handle: string) => `Owner of ${handle}`
/** How many findings of a type an owner has, the text of the link to them. */
export const countsOfTypes: Readonly<Record<FindingType, (count: number) => string>> = {
  sast: (count) => plural(count, 'code finding'),
  sca: (count) => plural(count, 'supply-chain finding'),
  secrets: (count) => plural(count, 'secret'),
}
export const removeRule = (value: string) => `Remove the owner of ${value}`
export const fromGroups = (count: number) => (count === 1 ? 'From group' : 'From groups')
export const othersOf = (count: number) => `and ${plural(count, 'other')}`
