import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { queryPairs } from '#server/http/request/read-request.ts'
import type { Services } from '#server/http/services.ts'
import { recordUse } from './save-filter.ts'

const hourMs = 3600_000

/**
 * Records the use of a saved filter for each URL that was answered with it. The use is written after the response, so
 * that reads do not wait for a write; if the write fails, the next use is recorded.
 */
export function trackFilterUse(server: FastifyInstance, services: Services): void {
  const recentUses = new LRUCache<string, number>({ max: 10_000 })
  let last: Promise<unknown> = Promise.resolve()
  server.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 || !request.raw.url?.includes('filter=')) return
    const id = queryPairs(request.raw.url).get('filter')
    const now = services.now()
    // parse: the router gives path parameters as texts.
    const { deployment: name } = request.params as Record<string, string | undefined>
    const deployment = name === undefined ? undefined : services.deployments.find(name)
    if (!id || !deployment || (recentUses.get(id) ?? 0) > now - hourMs) return
    recentUses.set(id, now)
    last = recordUse(services, { deploymentId: deployment.id, id }).catch((error: unknown) => {
      recentUses.delete(id)
      request.log.warn({ err: error }, 'the use of a kept filter could not be noted')
    })
  })
  server.addHook('onClose', () => last)
}
