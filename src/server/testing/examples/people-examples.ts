import type { Example } from './example.ts'
import { invited, teamIn } from './example-fixtures.ts'

/** Statements of a request together with the job that it begins. */
const withJob = 56

/** Requests of the operations of single sign-on and of people. */
export const peopleExamples: Record<string, Example> = {
  getSignInOptions: {},
  startSingleSignOn: { request: () => ({ body: { to: '/d/acme/findings/code' }, token: null }) },
  signOutOfProvider: {},
  listPeople: {},
  listOwners: {},
  listTeams: {},
  createTeam: {
    request: () => ({
      body: {
        name: `team ${crypto.randomUUID()}`,
        handles: [`@${crypto.randomUUID()}`],
        groups: ['/teams/payments'],
      },
    }),
    // Members, handles, groups and limits are checked before they are stored, and webhooks are looked for.
    statements: 30,
  },
  patchTeam: {
    request: async (place) => ({
      path: { id: await teamIn(place) },
      body: { members: [], handles: [`@${crypto.randomUUID()}`], groups: ['/teams/payments'] },
    }),
    statements: 28,
  },
  deleteTeam: { request: async (place) => ({ path: { id: await teamIn(place) } }) },
  listOwnerRules: {},
  setOwnerRule: {
    request: () => ({ body: { kind: 'tag', value: crypto.randomUUID(), owner: '@acme/payments' } }),
    // Its job looks at all findings, at fewer at a time where the machine is busy.
    statements: 160,
    grows: 'its job looks at all findings',
  },
  getCodeowners: { request: ({ project: { name } }) => ({ query: { project: name } }) },
  setCodeowners: {
    request: ({ project: { name } }) => ({
      query: { project: name },
      body: { content: `/docs/ @acme/docs # ${crypto.randomUUID()}` },
    }),
    statements: withJob,
  },
  sendCodeowners: {
    request: ({ project: { name } }) => ({
      query: { project: name, ref: 'refs/heads/main' },
      body: Buffer.from('/docs/ @acme/docs'),
    }),
    statements: withJob,
  },
  mapHandle: { request: () => ({ body: { handle: `@${crypto.randomUUID()}`, owner: null } }) },
  invitePerson: {
    request: () => ({ body: { email: `${crypto.randomUUID()}@acme.example`, role: 'analyst' } }),
    statements: 21,
  },
  patchPerson: {
    request: async (place) => ({
      path: { id: await invited(place) },
      body: { name: `other ${crypto.randomUUID()}`, role: 'viewer', disabled: true },
    }),
    // A new name, a role and the end of all access, each with its event.
    statements: 35,
  },
}
