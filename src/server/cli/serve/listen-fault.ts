import type { Config } from '../../config.ts'

/** Describes why the service cannot listen. */
export function listenFault(error: unknown, config: Pick<Config, 'host' | 'port'>): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return `Port ${config.port} on ${config.host} is in use. Set PORT to another port, or to 0 for a free one.`
  }
  if (code === 'EACCES')
    return `Port ${config.port} cannot be used by this user. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${config.host} is not an address of this machine.`
  return error instanceof Error ? error.message : String(error)
}
