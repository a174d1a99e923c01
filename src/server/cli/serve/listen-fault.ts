import type { Config } from '#server/base/config/config.ts'

/** Describes why the service cannot listen. @param prefix of the variables that name the address. */
export function listenFault(error: unknown, config: Pick<Config, 'host' | 'port'>, prefix = ''): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return `Port ${config.port} on ${config.host} is in use. Set ${prefix}PORT to another port, or to 0 for a free one.`
  }
  if (code === 'EACCES')
    return `Port ${config.port} cannot be used by this user. Set ${prefix}PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${prefix}HOST ${config.host} is not an address of this machine.`
  return error instanceof Error ? error.message : String(error)
}
