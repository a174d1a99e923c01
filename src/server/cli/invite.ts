import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { invitedPersonAnswer, Person, peopleAnswer } from '#contract/responses/people.ts'
import { personRoles } from '#contract/vocabulary.ts'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'
import { printTable } from './print-table.ts'

const usage =
  'Usage: gatehouse invite EMAIL [--role ROLE] | list | revoke EMAIL. Run gatehouse invite --help for details.'

const options = {
  role: { type: 'string', default: 'viewer' },
  name: { type: 'string' },
  deployment: { type: 'string' },
} as const

/** Invites people. Source: docs/operating.md#single-sign-on. */
export const invite: Command = {
  help: `Gives a person a role in a deployment, by e-mail address. Without single sign-on it prints a link that creates their own
sign-in, once and within 7 days; send it to them. Inviting again prints another link in place of the former one.

list shows the people who are invited and have not signed in yet.

revoke ends an invitation with its link, and removes the role that it gave.

  --role ROLE        ${personRoles.join(', ')}; default: viewer
  --name NAME        the person's name; the address if left out
  --deployment SLUG  deployment; required only if there are several`,
  async run(words) {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [verb, email, ...more] = positionals
    const isRevocation = verb === 'revoke'
    if (verb === undefined || more.length > 0 || isRevocation !== (email !== undefined))
      throw new WrongUse(usage)
    const connection = await connect(readConfig(process.env))
    try {
      const at = `/api/v1/deployments/${await chooseDeployment(connection, values.deployment)}/people`
      if (verb === 'list') printInvitations(await waitingPeople(connection, at))
      else if (isRevocation) await revoke(connection, at, email ?? '')
      else await invitePerson(connection, at, { email: verb, name: values.name, role: values.role })
      return 0
    } finally {
      await connection.close()
    }
  },
}

async function invitePerson(
  connection: Connection,
  at: string,
  { email, name, role }: { email: string; name: string | undefined; role: string },
): Promise<void> {
  const body = { email, role, ...(name === undefined ? {} : { name }) }
  const answer = await connection.send('POST', at, body)
  if (answer.status === 400) throw new WrongUse(problemDetailOf(answer.body))
  if (answer.status !== 201) throw new Error(problemDetailOf(answer.body))
  // parse: answered by our own service to its owner.
  const { person, invitation } = answer.body as z.infer<typeof invitedPersonAnswer>
  if (invitation) printLine(invitation.url)
  else printLine(escapeLine(`${person.name} now is ${role}. They sign in as before, or by single sign-on.`))
}

/** The people of a deployment who have not signed in since they were invited. */
async function waitingPeople(connection: Connection, at: string): Promise<Person[]> {
  const { status, body } = await connection.send('GET', at)
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by our own service to its owner.
  const { people } = body as z.infer<typeof peopleAnswer>
  return people.filter(
    ({ invited, roles, linkExpiresAt }) => (invited && roles.length > 0) || linkExpiresAt !== null,
  )
}

function printInvitations(people: readonly Person[]): void {
  const rows = people.map(({ email, name, roles, createdAt, createdBy, linkExpiresAt }) => [
    email ?? '',
    name,
    roles.map(({ role }) => role).join(', '),
    createdAt.slice(0, 10),
    createdBy ?? '',
    linkExpiresAt ?? 'no link',
  ])
  printTable(['E-MAIL', 'NAME', 'ROLE', 'INVITED', 'BY', 'LINK UNTIL'], rows)
}

/** @throws an error if nobody with the address waits. */
async function revoke(connection: Connection, at: string, email: string): Promise<void> {
  const people = await waitingPeople(connection, at)
  const person = people.find((one) => one.email?.toLowerCase() === email.toLowerCase())
  if (!person)
    throw new Error(`Nobody with the address ${email} is invited. Run "gatehouse invite list" for the list.`)
  const { status, body } = await connection.send('PATCH', `${at}/${person.id}`, { role: null })
  if (status !== 200) throw new Error(problemDetailOf(body))
  printLine(escapeLine(`The invitation of ${email} was revoked.`))
}
