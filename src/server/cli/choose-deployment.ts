import type { Connection } from '#server/operations/client/connection.ts'
import { deploymentsOf, problemDetailOf } from '#server/operations/client/problem-details.ts'
import { WrongUse } from '#server/operations/command.ts'

/**
 * Returns the deployment that a command uses: the named one; else the only one that is not a demo; else, if there is
 * none, the one of the configuration, which is created.
 * @throws WrongUse if the name is unknown, or none is named and there are several.
 */
export async function chooseDeployment(connection: Connection, named: string | undefined): Promise<string> {
  const known = deploymentsOf((await connection.send('GET', '/local/deployments')).body)
  const slugs = known.map(({ slug }) => slug).join(', ')
  if (named !== undefined) {
    if (known.some(({ slug }) => slug === named)) return named
    throw new WrongUse(
      `The deployment "${named}" does not exist. Existing: ${slugs || 'none'}. Create one with "gatehouse deployment add".`,
    )
  }
  const real = known.filter(({ demo }) => !demo)
  if (real.length > 1)
    throw new WrongUse(`There are several deployments. Choose one with --deployment: ${slugs}.`)
  if (real[0]) return real[0].slug
  const { status, body } = await connection.send('POST', '/local/deployments', {})
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by our own service to its owner.
  return (body as { slug: string }).slug
}
