import {
  type Check,
  type Context,
  failed,
  formatDuration,
  isLoopback,
  ok,
  type Result,
  skipped,
  warning,
} from './check.ts'
import { type Answer, type Probe, probe, refusesUploads } from './probe.ts'

const day = 86_400_000
/** Enough time to renew a certificate. */
const certificateReserve = 14 * day
const clockTolerance = 60_000

/** Whether people reach this service at its public URL. */
export const publicUrlCheck: Check = {
  id: 'public-url',
  title: 'Public URL',
  async run(context) {
    const { config, service } = context
    const url = service ? service.status.publicUrl : config.publicUrl
    const host = service ? service.status.host : config.host
    const address = service?.status.address ?? url
    if (url === null && !isLoopback(host))
      return warning(
        `HOST is ${host}, but GATEHOUSE_PUBLIC_URL is not set: people on other machines cannot sign in, and links lead to this address.`,
        'Put a proxy with HTTPS before the service, and set GATEHOUSE_PUBLIC_URL to its address.',
      )
    if (url !== null && isUnencrypted(url))
      return warning(
        `GATEHOUSE_PUBLIC_URL is ${url}: sessions and tokens are sent unencrypted.`,
        'Use a proxy with HTTPS.',
      )
    if (!service || !address) return skipped('Is tried while the service runs.')
    try {
      return reached(address, await probe(address, service.connection), context.now)
    } catch (error) {
      return failed(`${address} does not answer: ${reasonOf(error)}.`, notReached)
    }
  },
}

const notReached =
  'Check the address in GATEHOUSE_PUBLIC_URL, its name in DNS, the proxy, and the firewall. If this machine cannot reach its own public address, try from another one.'

/** @param now in milliseconds since 1970. */
function reached(address: string, { answer, received }: Probe, now: number): Result {
  if (received === null) return elsewhere(address, answer)
  const { date, status } = answer
  if (status !== 200)
    return failed(
      `${address} answers with status ${status}.`,
      'Read the log of the service and of the proxy.',
    )
  const fault = certificateResult(address, answer, now)
  if (fault !== null) return fault
  if (date !== null && Math.abs(date - now) > clockTolerance)
    return warning(
      `The clock of the machine at ${address} differs by ${formatDuration(Math.abs(date - now) / 1000)}.`,
      'Synchronize the clocks of both machines.',
    )
  return ok(`${address} reaches this service.`)
}

/** What is wrong with the certificate of an address; null for nothing. @param now in milliseconds since 1970. */
export function certificateResult(
  address: string,
  { certificateEnd, distrust }: Pick<Answer, 'certificateEnd' | 'distrust'>,
  now: number,
): Result | null {
  if (certificateEnd !== null && certificateEnd < now)
    return failed(`The certificate of ${address} has expired.`, 'Renew the certificate in the proxy.')
  if (distrust !== null)
    return warning(
      `${address} reaches this service, but this machine does not trust its certificate: ${distrust}.`,
      'If it was issued by your own authority, set NODE_EXTRA_CA_CERTS to the certificate of that authority, here and for scripts of Node.js.',
    )
  if (certificateEnd !== null && certificateEnd < now + certificateReserve)
    return warning(
      `The certificate of ${address} expires in ${formatDuration((certificateEnd - now) / 1000)}.`,
      'Renew it, or check the automatic renewal in the proxy.',
    )
  return null
}

function elsewhere(address: string, { isGatehouse, status }: Answer): Result {
  return isGatehouse
    ? failed(
        `${address} reaches another Gatehouse than the one on this data folder.`,
        'Let the proxy forward to HOST and PORT of this service, or set GATEHOUSE_DATA to the folder of the other one.',
      )
    : failed(
        `${address} answers with status ${status}, but the request did not reach this service.`,
        'Let the proxy forward all paths to HOST and PORT of the service, without a sign-in page of its own.',
      )
}

/** Whether a proxy passes what the service needs. */
export const proxyCheck: Check = {
  id: 'proxy',
  title: 'Proxy',
  async run({ service }) {
    const url = service?.status.publicUrl ?? null
    if (!service) return skipped('Is tried while the service runs.')
    if (url === null) return skipped('None is configured: GATEHOUSE_PUBLIC_URL is not set.')
    const { received } = await attempt(url, service)
    if (received === null) return skipped('The public URL does not reach this service.')
    const missing = [
      ...(received.hasAuthorization ? [] : ['Authorization (tokens of pipelines and scripts)']),
      ...(received.hasLastEventId ? [] : ['Last-Event-ID (live updates after an interruption)']),
    ]
    if (missing.length > 0)
      return failed(
        `The proxy does not pass these headers: ${missing.join(', ')}.`,
        'Let the proxy pass all headers of requests.',
      )
    if (await refusesUploads(url))
      return warning(
        'The proxy refuses uploads of 50 MB, which the service accepts.',
        'Raise its limit, for example "client_max_body_size 50m;" in nginx.',
      )
    return ok('It passes the headers and uploads that the service needs.')
  },
}

const attempt = (url: string, { connection }: NonNullable<Context['service']>) =>
  probe(url, connection).catch(() => ({ received: null }))

const isUnencrypted = (url: string) => url.startsWith('http:') && !isLoopback(new URL(url).hostname)

const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'no answer in 5 seconds'
    : error instanceof Error
      ? error.message
      : String(error)
