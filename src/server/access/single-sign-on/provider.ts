import * as client from 'openid-client'
import { isLoopbackHost, type SingleSignOnConfig } from '#server/base/config/single-sign-on.ts'

/** How long an answer of the provider may take, in seconds. */
const timeout = 10
/** How far the clock of the provider may differ, in seconds. */
const clockTolerance = 60
/** How long addresses of the provider are used before they are read again, in milliseconds. */
const maxAge = 3600_000
/** How long a provider that could not be reached is not asked again, in milliseconds. */
const retryAfter = 3_000

/** The most bytes of an answer of the provider: keys, or the groups of a person, take some kilobytes. */
const maxAnswer = 1024 * 1024

/** Makes requests that fail once their answer is larger than one of a provider. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  // parse: the library's options are those of the platform.
  const response = await fetch(url, options as RequestInit)
  if (response.body === null) return response
  let size = 0
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        size += piece.byteLength
        if (size > maxAnswer) controller.error(new Error(`the answer is larger than ${maxAnswer} bytes`))
        else controller.enqueue(piece)
      },
    }),
  )
  return new Response(limited, response)
}

/**
 * Reads the discovery document of a provider.
 * @throws an error if it cannot be reached, or is another provider.
 */
export async function discover({
  issuer,
  clientId,
  clientSecret,
}: SingleSignOnConfig): Promise<client.Configuration> {
  const isLoopback = isLoopbackHost(new URL(issuer).hostname)
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout,
    [client.customFetch]: boundedFetch,
    execute: isLoopback ? [client.allowInsecureRequests] : [],
  })
  const server = found.serverMetadata()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: clockTolerance },
    authentication,
  )
  configuration.timeout = timeout
  configuration[client.customFetch] = boundedFetch
  if (isLoopback) client.allowInsecureRequests(configuration)
  // The signature of the ID token is verified, although it arrives directly from the provider.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** The provider, discovered when it is first needed. */
export class Provider {
  readonly #config: SingleSignOnConfig
  #known: client.Configuration | null = null
  #knownAt = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #failure: unknown
  #running: Promise<client.Configuration> | null = null

  constructor(config: SingleSignOnConfig) {
    this.#config = config
  }

  /** The provider's configuration. @throws the error of the last attempt, if it could not be reached. */
  async configuration(): Promise<client.Configuration> {
    const now = performance.now()
    if (this.#known && now - this.#knownAt < maxAge) return this.#known
    if (now - this.#failedAt < retryAfter) {
      if (this.#known) return this.#known
      throw this.#failure
    }
    this.#running ??= this.#discover().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #discover(): Promise<client.Configuration> {
    try {
      this.#known = await discover(this.#config)
      this.#knownAt = performance.now()
      return this.#known
    } catch (error) {
      this.#failedAt = performance.now()
      this.#failure = error
      // Known addresses are better than none.
      if (this.#known) return this.#known
      throw error
    }
  }
}
