import { type Check, isLoopback, ok, skipped, warning } from './check.ts'

/** Who can read the metrics. */
export const metricsCheck: Check = {
  id: 'metrics',
  title: 'Metrics',
  run({ config, service }) {
    const configured = config.metrics && { ...config.metrics, hasToken: config.metrics.token !== null }
    const metrics = service ? service.status.metrics : configured
    if (metrics === null) return skipped('Not configured. Set METRICS_PORT to let Prometheus read them.')
    const { host, port, hasToken } = metrics
    if (port === null) return ok('They are read at /metrics of the service with METRICS_TOKEN.')
    const place = `They are read on ${port === 0 ? 'a free port' : `port ${port}`} of ${host}`
    if (hasToken) return ok(`${place} with METRICS_TOKEN.`)
    if (isLoopback(host)) return ok(`${place}, which only this machine reaches.`)
    return warning(
      `${place} by everybody who can reach it.`,
      'Let only Prometheus reach the port (firewall, network policy), or set METRICS_TOKEN. They contain counts and no findings.',
    )
  },
}
