import type { Example } from './example.ts'
import { invited } from './example-fixtures.ts'

/** Requests of the operations of single sign-on and of people. */
export const peopleExamples: Record<string, Example> = {
  getSignInOptions: {},
  startSingleSignOn: { request: () => ({ body: { to: '/d/acme/findings/code' }, token: null }) },
  signOutOfProvider: {},
  listPeople: {},
  invitePerson: {
    request: () => ({ body: { email: `${crypto.randomUUID()}@acme.example`, role: 'analyst' } }),
    statements: 20,
  },
  patchPerson: {
    request: async (place) => ({
      path: { id: await invited(place) },
      body: { name: `other ${crypto.randomUUID()}`, role: 'viewer', disabled: true },
    }),
    // A new name, a role and the end of all access, each with its event.
    statements: 32,
  },
}
