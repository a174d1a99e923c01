import { plural } from '#lib/text/format.ts'

export const peopleLabels = {
  title: 'People',
  words: 'People who sign in with single sign-on or by invitation, and those who are invited.',
  noProvider:
    'Single sign-on is not set up, so people sign in with tokens: an invitation is a link with which they create their own. To set it up, set OIDC_ISSUER and the variables for it, see docs/operating.md.',
  invite: 'Invite person',
  forbidden: 'Only administrators can manage people',
  forbiddenDetail: 'Ask an administrator of this deployment for a role.',
  failed: "Couldn't load people",
  none: 'Nobody has signed in yet',
  noneDetail:
    'People with a group that has a role are listed after their first sign-in. Invite others by e-mail address.',
  noneDetailWithoutProvider:
    'Invite people by e-mail address. Each gets a link that creates their own sign-in.',
  name: 'Name',
  role: 'Role',
  deployments: 'Deployments',
  lastSeen: 'Last seen',
  access: 'Sessions and tokens',
  never: 'Never',
  you: 'You',
  invited: 'Invited',
  disabled: 'Disabled',
  noRole: 'No role',
  allDeployments: 'all deployments',
  email: 'E-mail address',
  emailHint: 'Single sign-on must confirm this address. Gatehouse sends no e-mail.',
  emailHintWithoutProvider:
    'You get a link to send to this person. It creates their own sign-in, once and within 7 days. Gatehouse sends no e-mail.',
  emailSample: 'ada@example.com',
  emailFault: 'Enter an e-mail address',
  inviteName: 'Display name',
  inviteNameHint: 'Optional. By default the name that single sign-on provides.',
  inviteNameHintWithoutProvider: 'Optional. By default the e-mail address.',
  nameHint: 'History keeps the former name.',
  nameFault: 'Enter a name',
  ownRoleLabel: 'Additional role',
  roleHint: 'Adds up with the roles of groups, which cannot be changed here.',
  noOwnRole: 'None',
  send: 'Invite',
  edit: 'Edit',
  actions: 'Actions',
  editTitle: 'Edit person',
  save: 'Save',
  noChanges: 'No changes to save',
  disable: 'Disable',
  disableTitle: 'Disable this person?',
  disableDetail:
    "Sessions, event streams and downloads end immediately, and tokens are revoked. The person can't sign in again until you enable them. Their activity stays in the history.",
  enable: 'Enable',
  ownDisable: "You can't disable yourself",
  ownRole: "You can't change your own role",
  locked: 'This person also has a role in other deployments. Ask an administrator of all deployments.',
  saved: 'Person saved',
  disabledDone: 'Person disabled',
  enabledDone: 'Person enabled',
  invitedDone: 'Person invited',
  roleGiven: 'Role given',
  hasSignIn: (name: string) => `${name} has a token and signs in with it`,
  newLink: 'New link',
  newLinkTitle: 'Create an invitation link?',
  newLinkDetail:
    'It creates a sign-in of this person, once and within 7 days. An earlier link stops working.',
  createLink: 'Create link',
  linkTitle: 'Send this link to the person',
  linkDetail:
    'Whoever opens it can create a sign-in of this person, so send it to nobody else. It works once. You won\u2019t be able to see it again.',
  link: 'Invitation link',
  done: 'Done',
  linkExpired: 'Link expired',
  notChanged: 'Person not changed',
} as const

export const editPerson = (name: string) => `Edit ${name}`
export const disablePerson = (name: string) => `Disable ${name}`
export const enablePerson = (name: string) => `Enable ${name}`
export const newLinkFor = (name: string) => `New link for ${name}`
export const linkValidUntil = (until: string) => `Link valid until ${until}`
export const formerly = (names: readonly string[]) => `Formerly ${names.join(', ')}`
export const fromGroup = (group: string) => `from group ${group}`
export const givenBy = (name: string) => `given by ${name}`
export const accessOf = (sessions: number, tokens: number) =>
  `${plural(sessions, 'session')}, ${plural(tokens, 'token')}`
