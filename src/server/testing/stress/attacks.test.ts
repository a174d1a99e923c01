import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invitePerson } from '#contract/operations/people.ts'
import { getMe } from '#contract/operations/session.ts'
import { createToken, patchToken } from '#contract/operations/tokens.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'
import { matcherOf, StepBudget } from '#server/triage/owners/codeowners-matcher.ts'
import { startWithProvider } from '../provider/sign-in.ts'
import { forced } from './repetitions.ts'

const invited = 'carla@acme.example'

/** What one answer of a provider says of an address: nothing, somebody's, and confirmed or not, in any type. */
const claims = fc.record(
  {
    email: fc.constantFrom(invited, ' Carla@Acme.example ', 'mallory@acme.example', '', 7, null),
    email_verified: fc.constantFrom(true, false, 'true', 'false', 1, null),
  },
  { requiredKeys: [] },
)
const isConfirmed = ({ email, email_verified }: { email?: unknown; email_verified?: unknown }) =>
  String(email).trim().toLowerCase() === invited && email_verified === true

test('an invitation goes to nobody whose address no single answer of the provider confirms', async () => {
  const { service, provider, add, open } = await startWithProvider()
  const ann = open()
  await ann.signIn('Ann')
  const { status } = await ann.call(invitePerson, { body: { email: invited, role: 'admin' } })
  expect(status).toBeLessThan(300)
  let number = 0
  const unsaid = { email: undefined, email_verified: undefined }
  const signIn = async (idToken: object, userInfo: object) => {
    const subject = `mallory${++number}`
    add(subject, ['shop'], {}, { ...unsaid, ...userInfo })
    provider.state.idToken = { ...unsaid, ...idToken }
    const browser = open()
    // An address may sign in thirty times a minute.
    service.clock.now += 3000
    expect((await browser.signIn(subject)).status).toBe(200)
    return (await browser.call(getMe)).body.role
  }
  const mixed = fc.tuple(claims, claims).filter((answers) => !answers.some(isConfirmed))
  await fc.assert(
    fc.asyncProperty(mixed, async ([idToken, userInfo]) => {
      expect(await signIn(idToken, userInfo)).toBe('analyst')
    }),
    { numRuns: forced(20) },
  )
  // The invitation is still there for the one to whom it was sent.
  expect(await signIn({}, { email: invited, email_verified: true })).toBe('admin')
}, 1_200_000)

/** What the owners of machines do to hide who stands behind a request. */
const deeds = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'rename', 'rename', 'ask'),
    who: fc.nat(),
    name: fc.constantFrom('robot', 'robot 2', 'ci', 'nightly', 'harmless', 'Lea', 'Max'),
  }),
  { minLength: 10, maxLength: 20 },
)

interface Actor {
  secret: string
  /** Who created it, or what created it. */
  person: string
  /** Of a machine. */
  id?: string
}

test('a request is approved by nobody who stands behind it, whatever their machines are called', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (list) => {
      const { build, ignore, approve, mint, call } = await twoPeople()
      const actors: Actor[] = []
      const create = async (name: string, { secret, person }: Actor) => {
        const body = { name, role: 'admin', machine: true, webApiEnabled: true }
        const made = await call(createToken, { body, token: secret })
        if (made.status === 201) actors.push({ person, secret: made.body.secret, id: made.body.token.id })
      }
      for (const person of ['Lea', 'Kim']) {
        const one = { person, secret: await mint({ name: `token of ${person}`, person, role: 'admin' }) }
        actors.push(one)
        await create(`robot of ${person}`, one)
      }
      const requests: { id: string; person: string }[] = []
      for (const { kind, who, name } of list) {
        const actor = actors[who % actors.length]
        if (!actor) continue
        if (kind === 'create') await create(name, actor)
        else if (kind === 'ask') {
          const [finding = 0] = await build.add({ severity: 'critical' })
          const { approval_id: id } = (await ignore([finding], {}, actor.secret)).body
          if (id) requests.push({ id, person: actor.person })
        } else if (actor.id)
          await call(patchToken, { path: { id: actor.id }, body: { name }, token: actor.secret })
      }
      for (const { id, person } of requests) {
        for (const { secret } of actors.filter((one) => one.person === person))
          expect([person, (await approve(id, secret)).status]).toEqual([person, 403])
        expect((await approve(id)).status).toBe(200)
      }
    }),
    { numRuns: forced(5) },
  )
}, 1_200_000)

const credential = fc.stringMatching(/^Zx7[A-Za-z0-9]{9,20}$/)
const scheme = fc.constantFrom('https', 'http', 'git+https', 'ssh', 'postgres', 'redis', 'jdbc:mysql')
const host = fc.constantFrom('git.example', 'a.b.example:8443', '[::1]:80', '10.0.0.1')
const parameter = fc.constantFrom(
  'access_token',
  'api_key',
  'X-Amz-Signature',
  'password',
  'sig',
  'client-secret',
)
const rest = fc.constantFrom('', '/', '/a/b.git', '/a?b=c', '/a#b')
const url = fc.oneof(
  fc
    .record({ scheme, host, rest, user: fc.constantFrom('ann', 'oauth2', '', 'a%40b') })
    .map((one) => (value: string) => `${one.scheme}://${one.user}:${value}@${one.host}${one.rest}`),
  fc
    .record({ scheme, host, rest })
    .map((one) => (value: string) => `${one.scheme}://ghp_${value}@${one.host}${one.rest}`),
  fc
    .record({ scheme, host, parameter, sign: fc.constantFrom('?', '?x=1&', '#', '?x=1#') })
    .map((one) => (value: string) => `${one.scheme}://${one.host}/a${one.sign}${one.parameter}=${value}&y=2`),
)
const around = fc.constantFrom(
  ['', ''],
  ['Cloning ', ' failed.'],
  ['"', '"'],
  ["curl '", "'"],
  ['[a](', ')'],
  ['<', '>'],
  ['https://other.example/ ', '\nhttps://ann@other.example'],
  ['100% @ ', ' = 1'],
)
const escapes = fc.constantFrom(
  (text: string) => text,
  (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text: string) => text.replaceAll('&', '&amp;'),
  // As Go writes JSON.
  (text: string) => text.replaceAll('&', '\\u0026'),
  (text: string) => `https://proxy.example/?to=${encodeURIComponent(text)}`,
)

test('no URL in any text keeps its credential, and what is masked stays as it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ url, credential, around, escaped: escapes }), { minLength: 1, maxLength: 5 }),
      (parts) => {
        const text = parts
          .map(
            ({ url: of, credential: value, around: [before, after], escaped }) =>
              `${before}${escaped(of(value))}${after}`,
          )
          .join(' ')
        const masked = maskUrls(text)
        expect([text, parts.filter((part) => masked.includes(part.credential))]).toEqual([text, []])
        expect(maskUrls(masked)).toBe(masked)
      },
    ),
    { numRuns: forced(2000) },
  )
})

const hostileName = fc
  .array(fc.constantFrom('a', '*', '?', '*a', '?a', 'aa', 'b'), { minLength: 1, maxLength: 40 })
  .map((parts) => parts.join(''))
const hostilePattern = fc
  .array(fc.oneof({ weight: 2, arbitrary: hostileName }, { weight: 1, arbitrary: fc.constant('**') }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((names) => names.join('/'))
const longPath = fc
  .array(fc.constantFrom('a', 'a'.repeat(40), 'ab'.repeat(60), 'a'.repeat(250)), {
    minLength: 1,
    maxLength: 15,
  })
  .map((names) => names.join('/'))

test('owners of a path take at most as many steps as file and path multiply to', () => {
  fc.assert(
    fc.property(fc.array(hostilePattern, { minLength: 1, maxLength: 60 }), longPath, (patterns, path) => {
      const content = patterns.map((pattern) => `${pattern} @acme/core`).join('\n')
      const budget = new StepBudget(Number.POSITIVE_INFINITY)
      matcherOf(content, budget).lineOf(path)
      expect(budget.taken).toBeLessThan(10 * content.length * (path.length + 1))
    }),
    { numRuns: forced(300) },
  )
})
