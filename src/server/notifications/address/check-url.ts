import { lookup as resolveName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isMailAddress } from '#server/base/config/mail.ts'
import { unprocessable } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { type AddressRules, addressRules } from './public-address.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Asks the name service, as any other program of the machine does. */
export const resolveWithNameService: Resolve = async (host) =>
  (await resolveName(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Why a message cannot be sent to a URL, for people. */
export class AddressRefused extends Error {}

/** The host of a URL as the name service takes it; an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * The address to connect to for a URL. Every address of the host must be allowed, so that the choice of one cannot be
 * exploited.
 * @throws AddressRefused if one of them is not allowed, or if the name is unknown.
 */
export async function addressOf(url: URL, rules: AddressRules, resolve: Resolve): Promise<string> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  const [first] = addresses
  if (first === undefined) throw new AddressRefused(`The host ${host} is unknown.`)
  const refused = addresses.find((address) => !rules.isAllowed(address))
  if (refused !== undefined)
    throw new AddressRefused(
      isIP(host) === 0
        ? // Which one would tell what the name service of a private network knows.
          `${host} has an address that is not public.`
        : `The address ${refused} is not public.`,
    )
  if (url.protocol === 'http:' && !addresses.every(rules.isPrivatelyAllowed))
    throw new AddressRefused('http:// is only for private addresses that the operator allows. Use https://.')
  return first
}

/**
 * Checks the URL of a webhook that is created or changed. A name that cannot be resolved now is accepted, since each
 * attempt checks it again.
 * @throws HttpError 422 with the reason.
 */
export async function assertWebhookUrl(
  { url: text, format }: { url: string; format: string },
  { config, resolveHost: resolve }: Pick<Services, 'config' | 'resolveHost'>,
): Promise<void> {
  const refuse = (detail: string): never => {
    throw unprocessable([{ pointer: '/url', detail }])
  }
  if (format === 'email') {
    if (config.mail === null) return refuse('The operator has not set up e-mail.')
    if (!/^mailto:/.test(text) || !isMailAddress(text.slice('mailto:'.length)))
      return refuse('The URL must be an address such as mailto:security@acme.example.')
    return
  }
  const rules = addressRules(config.webhookAddresses)
  // Parsing leaves control characters out, and would store what it did not check.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return refuse('The URL must start with https://.')
  if (url.username !== '' || url.password !== '')
    return refuse('The URL cannot contain a user name or a password.')
  try {
    await addressOf(url, rules, resolve)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    if (!error.message.endsWith('is unknown.')) refuse(error.message)
  }
}
