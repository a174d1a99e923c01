import { describe, expect, it } from 'vitest'
import { homeDeployment } from './home.ts'

const deployment = (slug: string, demo: boolean, projects: number) => ({
  id: slug.length,
  slug,
  name: slug,
  demo,
  counts: { sast: projects, sca: 0, secrets: 0, projects },
})
const acme = deployment('acme', true, 40)
const main = deployment('main', false, 1)
const spare = deployment('spare', false, 0)

describe('the URL / opens', () => {
  it.each([
    ['the only deployment', [acme], null, 'acme'],
    ['the one used last', [acme, main, spare], 'spare', 'spare'],
    ['real data as soon as there is some, though the demo was used last', [acme, main], 'acme', 'main'],
    ['the demo while the other deployment is empty', [acme, spare], null, 'acme'],
    ['an empty deployment where there is no other', [spare], null, 'spare'],
    ['one that is there, though another was used last', [main], 'gone', 'main'],
    ['nothing where there is none', [], 'acme', undefined],
  ])('%s', (_, deployments, last, opened) => expect(homeDeployment(deployments, last)).toBe(opened))
})
