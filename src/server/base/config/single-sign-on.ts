import { readFileSync } from 'node:fs'
import type { Role } from '#contract/vocabulary.ts'

/** A role that a group of the provider gives. */
export interface GroupRole {
  group: string
  role: Exclude<Role, 'ci'>
  /** Slugs; null for all deployments. */
  deployments: readonly string[] | null
}

/** An OpenID Connect provider. Source: docs/operating.md#single-sign-on. */
export interface SingleSignOnConfig {
  /** The URL of the provider, as it names itself. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button of the sign-in page says after "Sign in with". */
  name: string
  scopes: string
  /** The claim with the groups of a person. */
  groupsClaim: string
  roles: readonly GroupRole[]
  /** Whom people without a role should ask; null if nobody is named. */
  contact: string | null
}

type Read = (name: string) => string | null
type Wrong = (name: string, may: string) => never

const dependent = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'OIDC_GROUPS_CLAIM',
  'OIDC_ROLES',
  'OIDC_ROLES_FILE',
  'OIDC_CONTACT',
]
const personalRoles = ['viewer', 'analyst', 'manager', 'admin'] as const
const entryForm =
  'must be entries such as "security=admin@*; shop team=analyst@shop,payments", with one of the roles viewer, analyst, manager and admin'
const fileForm =
  'must be the path of a JSON file such as [{"group": "security", "role": "admin", "deployments": ["*"]}]'
const maxEntries = 1000
const maxFileLength = 1024 * 1024

/**
 * Reads the provider of single sign-on; null if none is set.
 * @param wrong throws ConfigFault with the allowed values.
 */
export function readSingleSignOnConfig(read: Read, wrong: Wrong): SingleSignOnConfig | null {
  const issuer = read('OIDC_ISSUER')
  if (issuer === null) {
    for (const name of dependent) if (read(name)) wrong(name, 'needs OIDC_ISSUER; set both or none')
    return null
  }
  if (!isIssuer(issuer)) {
    wrong(
      'OIDC_ISSUER',
      'must be an HTTPS URL without a query, such as https://id.example/realms/acme (HTTP only on this machine)',
    )
  }
  const required = (name: string) => {
    const value = read(name) ?? wrong(name, 'must be set together with OIDC_ISSUER')
    return /^[\x20-\x7e]{1,1000}$/.test(value)
      ? value
      : wrong(name, 'must have at most 1,000 ASCII characters')
  }
  const line = (name: string, maximum: number) => {
    const value = read(name)
    if (value === null || (value.length <= maximum && !/\p{C}/u.test(value))) return value
    return wrong(name, `must be one line of at most ${maximum} characters`)
  }
  const clientSecret = required('OIDC_CLIENT_SECRET')
  if (clientSecret.length < 16) wrong('OIDC_CLIENT_SECRET', 'must have 16 characters or more')
  const scopes = read('OIDC_SCOPES') ?? 'openid profile email'
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scopes) || !/\bopenid\b/.test(scopes))
    wrong('OIDC_SCOPES', 'must be scopes separated by spaces, openid among them')
  const groupsClaim = read('OIDC_GROUPS_CLAIM') ?? 'groups'
  if (!/^[\x21-\x7e]{1,200}$/.test(groupsClaim)) wrong('OIDC_GROUPS_CLAIM', 'must be the name of a claim')
  return {
    issuer,
    clientId: required('OIDC_CLIENT_ID'),
    clientSecret,
    name: line('OIDC_NAME', 40) ?? new URL(issuer).host,
    scopes,
    groupsClaim,
    roles: readGroupRoles(read, wrong),
    contact: line('OIDC_CONTACT', 200),
  }
}

/** Tokens and names of people are sent to the provider, so HTTP is for trials on one machine. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/** Whether a host is this machine. */
export const isLoopbackHost = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

function readGroupRoles(read: Read, wrong: Wrong): GroupRole[] {
  const text = read('OIDC_ROLES')
  const file = read('OIDC_ROLES_FILE')
  if (text !== null && file !== null) wrong('OIDC_ROLES_FILE', 'cannot be set together with OIDC_ROLES')
  const roles =
    file === null
      ? readEntries(text ?? '', (may) => wrong('OIDC_ROLES', may))
      : readRolesFile(file, (may) => wrong('OIDC_ROLES_FILE', may))
  if (roles.length > maxEntries)
    wrong(file === null ? 'OIDC_ROLES' : 'OIDC_ROLES_FILE', `must have at most ${maxEntries} entries`)
  return roles
}

/** `group=role@deployment,deployment; …`. A group may contain "=", so the last one counts. */
function readEntries(text: string, wrong: (may: string) => never): GroupRole[] {
  return text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, group = '', role = '', places = ''] = /^(.+)=\s*([a-z]+)\s*@([^=]+)$/.exec(entry) ?? []
      const deployments = places.split(',').map((slug) => slug.trim())
      return (
        groupRole({ group: group.trim(), role, deployments }) ??
        wrong(`${entryForm}; "${entry.slice(0, 100)}" is not one`)
      )
    })
}

function readRolesFile(path: string, wrong: (may: string) => never): GroupRole[] {
  let content: unknown
  try {
    const text = readFileSync(path, 'utf8')
    content = text.length > maxFileLength ? null : JSON.parse(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'not JSON' : 'not readable'
    return wrong(`${fileForm}; the file is ${reason}`)
  }
  if (!Array.isArray(content)) return wrong(`${fileForm}; the file has no list`)
  return content.map(
    (entry: unknown, at) => groupRole(entry) ?? wrong(`${fileForm}; entry ${at + 1} is not one`),
  )
}

/** Checks an entry; null if it is not of the form, or has other members. */
function groupRole(entry: unknown): GroupRole | null {
  if (typeof entry !== 'object' || entry === null || Object.keys(entry).length !== 3) return null
  const group = 'group' in entry ? entry.group : null
  const given = 'role' in entry ? entry.role : null
  const deployments = 'deployments' in entry ? entry.deployments : null
  const role = personalRoles.find((one) => one === given)
  if (typeof group !== 'string' || group === '' || group.length > 500 || role === undefined) return null
  if (!Array.isArray(deployments) || deployments.length === 0) return null
  const slugs = deployments.filter((one): one is string => typeof one === 'string')
  if (slugs.length !== deployments.length) return null
  if (slugs.includes('*')) return slugs.length === 1 ? { group, role, deployments: null } : null
  if (!slugs.every((slug) => /^[a-z0-9-]{1,63}$/.test(slug) && /[a-z]/.test(slug))) return null
  return { group, role, deployments: slugs }
}
