import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import { memoryAdapter } from './adapter.ts'

/** A person at the provider, with the claims that it sends. */
export interface Account {
  subject: string
  claims: Record<string, unknown>
  /** What the user info says otherwise than the ID token. */
  userInfo?: Record<string, unknown>
}

export const clientSecret = 'a client secret of 32 characters'

const newKey = (): JWK => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  use: 'sig',
  alg: 'RS256',
})

/** The pages of the provider: whoever is named signs in, as `?as=` or the form says. */
interface State {
  accounts: Map<string, Account>
  keys: JWK[]
  /** Seconds that its clock is ahead. */
  skew: number
  /** Replaces the nonce of requests that arrive. */
  nonce: string | null
  /** Replaces claims of the ID tokens that it signs, also by such as it would never send. */
  idToken: Record<string, unknown>
}

/** An OpenID Connect provider on this machine. */
export interface TestProvider {
  issuer: string
  state: State
  /** The provider's sign-in, and consent, as a browser would do them. @returns the URL that it redirects to. */
  signIn(authorizationUrl: string, subject: string): Promise<string>
  /** Lets it return to another URL. */
  returnTo(uri: string): void
  /** Signs tokens with another key; the one before is not published any more. */
  rotateKeys(): void
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
}

/** Asks whether the session at the provider should end. */
async function askToSignOut(context: KoaContextWithOIDC, form: string): Promise<void> {
  context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
}

const configuration = (
  state: State,
  redirectUris: string[],
  adapter: ReturnType<typeof memoryAdapter>,
): Configuration => ({
  adapter,
  clients: [
    {
      client_id: 'gatehouse',
      client_secret: clientSecret,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: state.keys as JsonWebKey[] as never },
  claims: {
    openid: ['sub'],
    profile: ['name', 'preferred_username', 'groups'],
    email: ['email', 'email_verified'],
  },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  cookies: { keys: ['a', 'b'] },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut },
  },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  ttl: {
    AuthorizationCode: 60,
    IdToken: 300,
    AccessToken: 300,
    Session: 3600,
    Grant: 3600,
    Interaction: 600,
  },
  findAccount: (_, subject) => {
    const account = state.accounts.get(subject)
    if (!account) return undefined
    const claims = { sub: subject, ...account.claims }
    return {
      accountId: subject,
      claims: async (use) => (use === 'userinfo' ? { ...claims, ...account.userInfo } : claims),
    }
  },
})

/**
 * Starts a provider on a free port of the loopback interface.
 * @param redirectUris where it may return to.
 * @param host its name; to a browser `localhost` is another site than 127.0.0.1.
 */
export async function startProvider(
  redirectUris: string[],
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<TestProvider> {
  const state: State = { accounts: new Map(), keys: [newKey()], skew: 0, nonce: null, idToken: {} }
  let listener: RequestListener
  const server: Server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // parse: a server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo
  const issuer = `http://${host}:${port}`
  const adapter = memoryAdapter()
  const build = () => {
    const provider = new Provider(issuer, configuration(state, redirectUris, adapter))
    provider.use(async (context, next) => {
      const isToken = context.path === '/token'
      await (isToken && state.skew !== 0 ? withSkew(state.skew, next) : next())
      if (isToken && Object.keys(state.idToken).length > 0) context.body = withClaims(context.body, state)
    })
    const callback = provider.callback()
    listener = (request, response) => {
      const interaction = /^\/interaction\/[^/?]+(?:\?as=([^&]*))?$/.exec(request.url ?? '')
      if (interaction) return void interact(provider, request, response, interaction[1])
      if (state.nonce !== null && request.url?.startsWith('/auth?'))
        request.url = request.url.replace(/nonce=[^&]*/, `nonce=${state.nonce}`)
      return callback(request, response)
    }
  }
  build()
  return {
    issuer,
    state,
    signIn: (url, subject) => followSignIn(issuer, url, subject),
    returnTo(uri) {
      redirectUris.push(uri)
      build()
    },
    rotateKeys() {
      state.keys = [newKey()]
      build()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }
}

/** Runs a step with the clock ahead: Gatehouse, which runs in this process too, waits for the answer meanwhile. */
async function withSkew(seconds: number, step: () => Promise<void>): Promise<void> {
  const realNow = Date.now
  Date.now = () => realNow() + seconds * 1000
  try {
    await step()
  } finally {
    Date.now = realNow
  }
}

/** The answer of the provider with other claims in the ID token, signed anew. */
function withClaims(answer: unknown, { idToken, keys }: State): unknown {
  const [header = '', payload = ''] = String(Object(answer).id_token).split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...idToken }
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  // parse: the provider signs with keys of this form only.
  const key = createPrivateKey({ key: keys[0] as JsonWebKey, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
  return { ...Object(answer), id_token: `${signed}.${signature}` }
}

/** The page where somebody chooses who they are; a program says it in the URL. */
async function interact(
  provider: Provider,
  request: Parameters<RequestListener>[0],
  response: Parameters<RequestListener>[1],
  subject: string | undefined,
) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login' && subject === undefined) {
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Provider</title><form><label>Account <input name="as"></label><button>Continue</button></form>`,
      )
    return
  }
  if (prompt.name === 'login') {
    const result = subject === '' ? { error: 'access_denied' } : { login: { accountId: subject ?? '' } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    return
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? '',
    clientId: String(params['client_id']),
  })
  grant.addOIDCScope(String(params['scope']))
  const grantId = await grant.save()
  await provider.interactionFinished(
    request,
    response,
    { consent: { grantId } },
    { mergeWithLastSubmission: true },
  )
}

/** Follows the redirects of a sign-in with cookies, until one leaves the provider. */
async function followSignIn(issuer: string, start: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < 12; step++) {
    if (!url.startsWith(issuer)) return url
    const as = /\/interaction\/[^/?]+$/.test(url) ? `${url}?as=${encodeURIComponent(subject)}` : url
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(as, { redirect: 'manual', headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`${response.status} at ${url}: ${(await response.text()).slice(0, 500)}`)
    url = new URL(location, url).href
  }
  throw new Error('too many redirects')
}
