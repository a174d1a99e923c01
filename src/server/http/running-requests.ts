import type { FastifyInstance } from 'fastify'

/**
 * Counts the requests that are being answered, so that background work can yield to them. Streams are not counted,
 * since they may last for hours.
 */
export function countRunning(server: FastifyInstance): () => number {
  const running = new WeakSet<object>()
  let count = 0
  server.addHook('onRequest', async (request) => {
    const { operation } = request.routeOptions.config
    if (operation?.produces !== undefined || operation?.upload) return
    running.add(request)
    count += 1
  })
  server.addHook('onResponse', async (request) => {
    if (running.delete(request)) count -= 1
  })
  return () => count
}
