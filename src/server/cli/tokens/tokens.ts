import { parseArgs } from 'node:util'
import type { Token } from '#contract/responses/deployments.ts'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { deploymentsOf, problemDetailOf } from '#server/operations/client/problem-details.ts'
import { escapeLine, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from '../choose-deployment.ts'
import { connect } from '../connect.ts'
import { printTable } from '../print-table.ts'

/** A token, and the deployment that lists it. */
interface ListedToken {
  slug: string
  token: Token
}

/**
 * Prints all tokens, or those of one deployment plus those for all deployments.
 * @throws WrongUse for unknown arguments.
 */
export async function listTokens(words: string[]): Promise<number> {
  const { values } = parseArgs({ args: words, options: { deployment: { type: 'string' } } })
  return connected(async (connection) => {
    const named = values.deployment
    const slugs =
      named === undefined ? await slugsOf(connection) : [await chooseDeployment(connection, named)]
    printTable(columnHeads, (await tokensOf(connection, slugs)).map(rowOf))
    return 0
  })
}

/**
 * Revokes the tokens with these ids, all or none.
 * @throws WrongUse without an id; an error if one does not exist.
 */
export async function revokeTokens(words: string[]): Promise<number> {
  const { positionals: ids } = parseArgs({ args: words, allowPositionals: true })
  if (ids.length === 0) throw new WrongUse('Usage: gatehouse token revoke ID…')
  return connected(async (connection) => {
    const known = await tokensOf(connection, await slugsOf(connection))
    const selected = [...new Set(ids)].map((id) => {
      const tokens = known.find(({ token }) => token.id === id)
      if (!tokens)
        throw new Error(
          `The token ${escapeLine(id)} does not exist. Run "gatehouse token list" for the list.`,
        )
      return tokens
    })
    for (const { slug, token } of selected) {
      const { status, body } = await connection.send('DELETE', `${addressOf(slug)}/${token.id}`)
      if (status !== 204) throw new Error(problemDetailOf(body))
      printLine(escapeLine(`Token ${token.id} "${token.name}" was revoked.`))
    }
    return 0
  })
}

const columnHeads = [
  'ID',
  'NAME',
  'PERSON',
  'DEPLOYMENT',
  'PERMISSIONS',
  'CREATED',
  'LAST USED',
  'EXPIRES',
  'WEB API',
]

function rowOf({ slug, token }: ListedToken): string[] {
  const day = (instant: string | null) => instant?.slice(0, 10) ?? 'never'
  return [
    token.id,
    token.name,
    token.person ?? '(machine)',
    token.allDeployments ? '(all)' : slug,
    `${token.role ?? token.scopes.join(',')}${token.projects ? ` of ${token.projects.join(', ')}` : ''}`,
    day(token.createdAt),
    day(token.lastUsedAt),
    day(token.expiresAt),
    `${token.webApiEnabled ? 'on' : 'off'}${token.compatibleAnswers ? ' (compatible)' : ''}`,
  ]
}

async function connected(work: (connection: Connection) => Promise<number>): Promise<number> {
  const connection = await connect(readConfig(process.env))
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function slugsOf(connection: Connection): Promise<string[]> {
  return deploymentsOf((await connection.send('GET', '/local/deployments')).body).map(({ slug }) => slug)
}

const addressOf = (slug: string) => `/api/v1/deployments/${slug}/tokens`

/** The tokens of these deployments by id; tokens for all deployments are listed in each. */
async function tokensOf(connection: Connection, slugs: readonly string[]): Promise<ListedToken[]> {
  const tokens = new Map<string, ListedToken>()
  for (const slug of slugs) {
    const { status, body } = await connection.send('GET', addressOf(slug))
    if (status !== 200) throw new Error(problemDetailOf(body))
    // parse: answered by our own service to its owner.
    for (const token of (body as { tokens: Token[] }).tokens) tokens.set(token.id, { slug, token })
  }
  return [...tokens.values()].toSorted((one, other) => Number(one.token.id) - Number(other.token.id))
}
