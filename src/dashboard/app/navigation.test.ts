import { describe, expect, it } from 'vitest'
import { destinationsOf } from './navigation.ts'
import { initialsOf } from './shell/initials.ts'

const me = {
  name: 'Mina',
  machine: false,
  role: null,
  scopes: [],
  expiresAt: null,
  deployments: [
    {
      id: 1,
      slug: 'acme',
      name: 'Acme',
      demo: true,
      counts: { sast: 694, sca: 421, secrets: 71, projects: 40, inbox: 3 },
    },
  ],
}

describe('the navigation', () => {
  it('begins with the overview and what waits for the person', () => {
    const links = destinationsOf('acme', me)[0]?.destinations ?? []
    expect(links.map(({ word, to, count }) => [word, to, count])).toEqual([
      ['Overview', '/d/acme', undefined],
      ['Inbox', '/d/acme/inbox', 3],
    ])
  })

  it('counts what its links open', () => {
    const links = destinationsOf('acme', me)[1]?.destinations ?? []
    expect(links.map(({ to, count }) => [to, count])).toEqual([
      ['/d/acme/findings/code?status=open&primary_ref=true&rule_disabled=false', 694],
      ['/d/acme/findings/supply-chain?status=open&primary_ref=true&rule_disabled=false', 421],
      ['/d/acme/findings/secrets?status=open&dedup=true&rule_disabled=false&group=secret', 71],
    ])
  })

  it('opens the default view of a page, with its whole query', () => {
    const [deployment] = me.deployments
    const search = 'status=open&since=7d&sort=-severity&view=12'
    const defaultViews = ['supply-chain', 'secrets'].map((page) => ({ page, id: '12', search }))
    const mine = { ...me, deployments: deployment ? [{ ...deployment, defaultViews }] : [] }
    const links = destinationsOf('acme', mine)[1]?.destinations ?? []
    expect(links.map(({ to, counted }) => [to, counted])).toEqual([
      ['/d/acme/findings/code?status=open&primary_ref=true&rule_disabled=false', 'open on primary branches'],
      [`/d/acme/findings/supply-chain?${search}`, 'in your view'],
      [`/d/acme/findings/secrets?${search}`, 'in your view'],
    ])
  })

  it('is there before its numbers are, and leads nowhere in a deployment that is not there', () => {
    expect(destinationsOf('acme', undefined)[1]?.destinations.map(({ count }) => count)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(destinationsOf('gone', me)).toEqual([])
  })
})

describe('initials', () => {
  it.each([
    ['Mina Kovač', 'MK'],
    ['mina@acme.example', 'M'],
    ['ci-bot', 'CB'],
    ['Ana María de la Cruz', 'AC'],
    ['李', '李'],
    ['', '?'],
    ['<img onerror=x>', 'IX'],
  ])('of %j are %s', (name, letters) => expect(initialsOf(name)).toBe(letters))
})
