import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'

const provider = {
  OIDC_ISSUER: 'https://id.example/realms/acme',
  OIDC_CLIENT_ID: 'gatehouse',
  OIDC_CLIENT_SECRET: 'a secret that nobody sees',
}
const read = (more: Record<string, string> = {}) => readConfig({ ...provider, ...more }).singleSignOn

async function fileWith(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-roles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'roles.json')
  await writeFile(path, text)
  return path
}

describe('the configuration of single sign-on', () => {
  it('is none by default', () => {
    expect(readConfig({}).singleSignOn).toBeNull()
  })

  it('needs an issuer and a client', () => {
    expect(read()).toEqual({
      issuer: 'https://id.example/realms/acme',
      clientId: 'gatehouse',
      clientSecret: 'a secret that nobody sees',
      name: 'id.example',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      roles: [],
      contact: null,
    })
  })

  it('gives groups their roles', () => {
    const roles = '/security = admin@*; CN=Shop,OU=Teams=analyst@shop, payments;;team a=viewer@shop;'
    expect(read({ OIDC_ROLES: roles })?.roles).toEqual([
      { group: '/security', role: 'admin', deployments: null },
      { group: 'CN=Shop,OU=Teams', role: 'analyst', deployments: ['shop', 'payments'] },
      { group: 'team a', role: 'viewer', deployments: ['shop'] },
    ])
  })

  it('reads them from a file', async () => {
    const path = await fileWith('[{"group": "a;b=c@d", "role": "manager", "deployments": ["shop"]}]')
    expect(read({ OIDC_ROLES_FILE: path })?.roles).toEqual([
      { group: 'a;b=c@d', role: 'manager', deployments: ['shop'] },
    ])
  })

  it.each([
    [{ OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER is "http://id.example", but must be an HTTPS URL'],
    [{ OIDC_ISSUER: 'id.example' }, 'must be an HTTPS URL'],
    [{ OIDC_ISSUER: 'https://me:pass@id.example' }, 'OIDC_ISSUER is (hidden), but'],
    [{ OIDC_ISSUER: '' }, 'OIDC_CLIENT_ID is "gatehouse", but needs OIDC_ISSUER'],
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is not set, but must be set together with OIDC_ISSUER'],
    [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is not set'],
    [{ OIDC_CLIENT_SECRET: 'short' }, 'OIDC_CLIENT_SECRET is (hidden), but must have 16 characters'],
    [{ OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES is "profile", but must be scopes separated by spaces, openid'],
    [{ OIDC_GROUPS_CLAIM: 'a b' }, 'must be the name of a claim'],
    [{ OIDC_NAME: 'two\nlines' }, 'must be one line'],
    [{ OIDC_ROLES: 'security' }, '"security" is not one'],
    [{ OIDC_ROLES: 'security=owner@*' }, 'one of the roles viewer, analyst, manager and admin'],
    [{ OIDC_ROLES: 'builds=ci@*' }, '"builds=ci@*" is not one'],
    [{ OIDC_ROLES: 'a=admin@*,shop' }, 'is not one'],
    [{ OIDC_ROLES: 'a=admin@Shop' }, 'is not one'],
    [{ OIDC_ROLES: 'a=admin@' }, 'is not one'],
    [{ OIDC_ROLES: '=admin@*' }, 'is not one'],
    [{ OIDC_ROLES_FILE: '/nowhere/roles.json' }, 'the file is not readable'],
    [{ OIDC_ROLES: 'a=admin@*', OIDC_ROLES_FILE: '/x' }, 'cannot be set together with OIDC_ROLES'],
  ])('%j is refused', (more, message) => {
    expect(() => read(more)).toThrow(message)
  })

  it.each([
    ['{', 'not JSON'],
    ['{}', 'has no list'],
    ['[{"group": "a", "role": "admin", "deployments": ["*"], "more": 1}]', 'entry 1 is not one'],
    ['[{"group": "a", "role": "admin", "deployments": []}]', 'entry 1 is not one'],
    ['[{"group": "a", "role": "admin", "deployments": "*"}]', 'entry 1 is not one'],
    ['[{"group": "a", "role": "__proto__", "deployments": ["*"]}]', 'entry 1 is not one'],
    ['[null]', 'entry 1 is not one'],
  ])('a file with %s is refused', async (text, message) => {
    const path = await fileWith(text)
    expect(() => read({ OIDC_ROLES_FILE: path })).toThrow(message)
  })

  it('shows the secret in no message', () => {
    for (const more of [{ OIDC_ISSUER: '' }, { OIDC_CLIENT_SECRET: 'short' }])
      expect(() => read(more)).toThrow(/^((?!nobody sees|short).)*$/)
  })
})
