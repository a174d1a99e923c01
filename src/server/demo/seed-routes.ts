import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readDeployment, slugAndName } from '#server/base/config/config.ts'
import { HttpError } from '#server/http/errors.ts'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import type { ProfileName } from './generate/profile.ts'

/** What the owner asks to be made. */
export interface SeedRequest {
  profile: ProfileName
  seed: number
  /** Milliseconds since 1970; all times count back from the start of its UTC day. */
  now: number
  /** `slug:Name` of the deployment to make; without one the database must be empty. */
  deployment?: string
}

/** How far it is: how many rows there are in each table, and whether there will be more. */
export interface SeedProgress {
  rows: Partial<Record<string, number>>
  done: boolean
  /** Why nothing of it was kept; null where nothing failed. */
  error: string | null
}

/** Made-up data for whoever owns the machine, over the socket; over the network these addresses are not there. */
export function seedRoutes(
  app: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
) {
  let progress: SeedProgress | null = null
  const onRequest = assertLocal(isLocal)

  app.get('/local/seed', { onRequest }, async () => ({ progress }))

  /** Begins; the address above says how far it is. */
  app.post('/local/seed', { onRequest }, async (request) => {
    const bytes = request.body
    // parse: sent by our own command line.
    const asked = JSON.parse(Buffer.isBuffer(bytes) ? bytes.toString() : '{}') as SeedRequest
    const deployment = asked.deployment === undefined ? undefined : readDeployment(asked.deployment)
    if (deployment === null) throw new HttpError(400, `--deployment ${slugAndName}.`)
    const known = services.deployments.all()
    if (!deployment && known.length > 0) {
      const slugs = known.map(({ slug }) => slug).join(', ')
      throw new HttpError(
        409,
        `The database is not empty (${slugs}). Use --deployment slug:Name to create the data in a new deployment.`,
      )
    }
    if (deployment && services.deployments.find(deployment.slug)) {
      throw new HttpError(409, `The deployment "${deployment.slug}" already exists.`)
    }
    if (progress && !progress.done) throw new HttpError(409, 'Demo data is already being loaded.')
    const mine: SeedProgress = { rows: {}, done: false, error: null }
    progress = mine
    const { profile, seed, now } = asked
    // The import reads the content of the demo, which may have a fault as well.
    import('./load.ts')
      .then(({ loadDemo }) =>
        loadDemo(services.database, {
          profile,
          seed,
          now,
          ...(deployment ? { deployment } : {}),
          onProgress(rows) {
            mine.rows = { ...rows }
          },
        }),
      )
      .then(({ rows }) => {
        mine.rows = rows
        return services.deployments.refresh()
      })
      .catch((error: unknown) => {
        mine.error = error instanceof Error ? error.message : String(error)
      })
      .finally(() => {
        mine.done = true
      })
    return {}
  })
}
