/** Where metrics are served. Source: docs/operating.md#metrics. */
export interface MetricsConfig {
  /** The address of their own listener. */
  host: string
  /** The port of their own listener; null to serve them on the port of the service. */
  port: number | null
  /** Must be sent to read them; null for nobody needs to. */
  token: string | null
}

/**
 * Reads the configuration of metrics; null if they are not configured.
 * @param wrong stops with the name of a variable and what it must be.
 */
export function readMetricsConfig(
  read: (name: string) => string | null,
  wrong: (name: string, may: string) => never,
): MetricsConfig | null {
  const port = read('METRICS_PORT')
  const host = read('METRICS_HOST')
  const token = read('METRICS_TOKEN')
  if (port !== null && (!/^\d{1,5}$/.test(port) || Number(port) > 65535))
    wrong('METRICS_PORT', 'must be a number from 0 to 65535')
  if (host !== null && !/^[A-Za-z0-9.:_-]{1,255}$/.test(host))
    wrong('METRICS_HOST', 'must be a host name or an address')
  if (host !== null && port === null) wrong('METRICS_HOST', 'needs METRICS_PORT; set both or none')
  if (token !== null && !/^[\x21-\x7e]{32,500}$/.test(token))
    wrong('METRICS_TOKEN', 'must have 32 to 500 characters and no spaces')
  if (port === null && token === null) return null
  return { host: host ?? '127.0.0.1', port: port === null ? null : Number(port), token }
}
