import { onTestFinished } from 'vitest'
import type { Config } from '#server/base/config/config.ts'
import type { GroupRole, SingleSignOnConfig } from '#server/base/config/single-sign-on.ts'
import { type CallOptions, type CallResult, startTestService, type TestService } from '../service.ts'
import { clientSecret, startProvider, type TestProvider } from './provider.ts'

export const publicUrl = 'http://127.0.0.1:4400'
export const fromDashboard = { 'sec-fetch-site': 'same-origin' }

export const groupRoles: GroupRole[] = [
  { group: 'security', role: 'admin', deployments: null },
  { group: 'leads', role: 'admin', deployments: ['main'] },
  { group: 'shop', role: 'analyst', deployments: ['main'] },
  { group: 'payments', role: 'manager', deployments: ['main', 'payments'] },
  { group: 'auditors', role: 'viewer', deployments: null },
]

/** The configuration of a provider. */
export const configOf = (issuer: string, more: Partial<SingleSignOnConfig> = {}): SingleSignOnConfig => ({
  issuer,
  clientId: 'gatehouse',
  clientSecret,
  name: 'Acme ID',
  scopes: 'openid profile email',
  groupsClaim: 'groups',
  roles: groupRoles,
  contact: 'it-help@acme.example',
  ...more,
})

/** A browser, which keeps cookies and signs in. */
export interface Browser {
  headers(): Record<string, string>
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<CallResult<unknown>>
  /** Starts a sign-in. @returns the URL at the provider. */
  begin(to?: string): Promise<string>
  /** Sends the URL with which the provider returned to the service. */
  finish(returned: string): Promise<CallResult<unknown>>
  /** Signs in as an account of the provider. */
  signIn(subject: string, to?: string): Promise<CallResult<unknown>>
  call: TestService['call']
}

export function openBrowser(service: TestService, provider: TestProvider): Browser {
  const cookies = new Map<string, string>()
  const headers = () => ({
    ...fromDashboard,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const keep = <R extends CallResult<unknown>>(response: R): R => {
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const browser: Browser = {
    headers,
    post: async (url, body, more = {}) =>
      keep(await service.send('POST', url, { body, token: null, headers: { ...headers(), ...more } })),
    async begin(to) {
      const started = await browser.post('/api/v1/session/single-sign-on', to === undefined ? {} : { to })
      if (started.status !== 200) throw new Error(started.text)
      return String(Object(started.body).url)
    },
    finish: (returned) => browser.post('/api/v1/session', { singleSignOn: new URL(returned).search }),
    signIn: async (subject, to) => browser.finish(await provider.signIn(await browser.begin(to), subject)),
    call: async (operation, options: CallOptions = {}) =>
      keep(
        await service.call(operation, {
          ...options,
          token: null,
          headers: { ...headers(), ...options.headers },
        }),
      ),
  }
  return browser
}

/** A service with single sign-on at a provider that runs beside it, with some people. */
export async function startWithProvider(
  more: Partial<SingleSignOnConfig> = {},
  config: Partial<Config> = {},
) {
  const provider = await startProvider([`${publicUrl}/sign-in`])
  onTestFinished(() => provider.stop())
  const service = await startTestService({
    config: { singleSignOn: configOf(provider.issuer, more), ...config },
  })
  const add = (
    subject: string,
    groups: string[],
    claims: Record<string, unknown> = {},
    userInfo: Record<string, unknown> = {},
  ) =>
    provider.state.accounts.set(subject, {
      subject,
      userInfo,
      claims: {
        name: subject,
        email: `${subject.toLowerCase()}@acme.example`,
        email_verified: true,
        groups,
        ...claims,
      },
    })
  add('Ann', ['security'])
  add('Bob', ['shop'])
  return { service, provider, add, open: () => openBrowser(service, provider) }
}
