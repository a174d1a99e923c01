import type { FastifyBaseLogger } from 'fastify'
import * as client from 'openid-client'
import type { SingleSignOnConfig } from '#server/base/config/single-sign-on.ts'
import type { HttpError } from '#server/http/errors.ts'
import type { ConfirmedSignIn, SingleSignOn } from '#server/http/single-sign-on.ts'
import { type Claims, hasEmail, hasGroups, identityOf } from './claims.ts'
import { describeFailure, invalidAnswer, providerFailure, unreachable } from './failures.ts'
import { Provider } from './provider.ts'
import { type Flow, openFlow, sealFlow } from './sealed-flow.ts'

interface Parts {
  config: SingleSignOnConfig
  log: FastifyBaseLogger
  /** Milliseconds since 1970. */
  now(): number
  publicUrl(): string
}

/** The parameters of an answer. Others are none of ours. */
const answerParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']
const maxIdTokenLength = 8192

/** Signs people in at the provider of the configuration. */
export function createSingleSignOn({ config, log, now, publicUrl }: Parts): SingleSignOn {
  const provider = new Provider(config)
  // The page that sends the answer of the provider to the service.
  const redirectUrl = () => `${publicUrl()}/sign-in`

  /** Runs a step that needs the provider. @throws HttpError with what went wrong. */
  async function atProvider<T>(step: (configuration: client.Configuration) => Promise<T>): Promise<T> {
    const failed = (error: unknown, answer: HttpError) => {
      log.warn({ provider: describeFailure(error) }, 'single sign-on failed')
      throw answer
    }
    const configuration = await provider
      .configuration()
      .catch((error: unknown) => failed(error, unreachable(config)))
    return step(configuration).catch((error: unknown) => failed(error, providerFailure(error, config)))
  }

  return {
    config,
    begin: (to) =>
      atProvider(async (configuration) => {
        const { url, flow } = await authorization(configuration, config, redirectUrl(), to)
        return { url, flow: await sealFlow(flow, config.clientSecret, now()) }
      }),

    async finish(sealed, query) {
      const flow = sealed === undefined ? null : await openFlow(sealed, config.clientSecret, now())
      const answer = answerOf(query)
      // Only the browser that began may finish, and only what it began.
      if (flow === null || answer.get('state') !== flow.state) throw invalidAnswer()
      return atProvider((configuration) => confirm(configuration, config, flow, redirectUrl(), answer))
    },

    async signOutUrl(idToken) {
      try {
        const configuration = await provider.configuration()
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        return webUrl(
          client.buildEndSessionUrl(configuration, {
            post_logout_redirect_uri: redirectUrl(),
            ...(idToken === null ? {} : { id_token_hint: idToken }),
          }),
        )
      } catch (error) {
        log.warn({ provider: describeFailure(error) }, 'single sign-out failed')
        return null
      }
    },
  }
}

/** A new flow, and the URL at the provider that starts it. */
async function authorization(
  configuration: client.Configuration,
  { scopes }: SingleSignOnConfig,
  redirectUrl: string,
  to: string,
): Promise<{ url: string; flow: Flow }> {
  const flow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    to,
  }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  return { url: webUrl(url), flow }
}

/** Source: OpenID Connect Core, section 2. */
const isSubject = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 255

/** Exchanges the code of an answer, and verifies the ID token. */
async function confirm(
  configuration: client.Configuration,
  { issuer, groupsClaim }: SingleSignOnConfig,
  { to, state, nonce, verifier }: Flow,
  redirectUrl: string,
  answer: URLSearchParams,
): Promise<ConfirmedSignIn> {
  const current = new URL(redirectUrl)
  current.search = answer.toString()
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('no ID token')
  if (!isSubject(claims.sub)) throw new client.ClientError('the subject is not a text of 1 to 255 characters')
  const answers = await withUserInfo(configuration, groupsClaim, claims, tokens.access_token)
  const idToken = tokens.id_token ?? ''
  return {
    identity: identityOf(answers, issuer, claims.sub, groupsClaim),
    idToken: idToken.length <= maxIdTokenLength ? idToken : null,
    to,
  }
}

/** The answer in a query string. A repeated parameter is left out, so that nobody can choose which one counts. */
function answerOf(query: string): URLSearchParams {
  const given = new URLSearchParams(query)
  const answer = new URLSearchParams()
  for (const name of answerParameters) {
    const [value, ...more] = given.getAll(name)
    if (value !== undefined && more.length === 0) answer.set(name, value)
  }
  return answer
}

/** A URL of the discovery document that a browser may open. */
function webUrl(url: URL): string {
  if (!/^https?:$/.test(url.protocol)) throw new Error(`the provider has a URL with ${url.protocol}`)
  return url.href
}

/** The ID token, and the user info where it has to say what the token lacks. What the signed token says comes first. */
async function withUserInfo(
  configuration: client.Configuration,
  groupsClaim: string,
  claims: Claims & { sub: string },
  accessToken: string,
): Promise<Claims[]> {
  const isMissing = !hasGroups(claims, groupsClaim) || !hasEmail(claims)
  if (!isMissing || configuration.serverMetadata().userinfo_endpoint === undefined) return [claims]
  return [claims, await client.fetchUserInfo(configuration, accessToken, claims.sub)]
}
