import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getPolicy, policyImpact, setRuleMode } from '#contract/operations/policies.ts'
import { getMe } from '#contract/operations/session.ts'
import {
  administrator,
  type FakeService,
  fakeService,
  heldAnswer,
  problem,
} from '#features/testing/fake-service.ts'
import { notice, openPage } from '#features/testing/open-page.tsx'
import PolicyPage from '../policy/route.tsx'

const rule = (path: string, policyMode: string, etag = `"${path} ${policyMode}"`) => ({
  ...{ path, policyMode, etag, title: path, severity: 'high', confidence: 'high', source: 'registry' },
  ...{ openFindings: 0, fixRate: null, lastChangeAt: null, lastChangeBy: null, category: null },
})

const unaffected = { commented: 0, blocked: 0, noLongerCommented: 0, noLongerBlocked: 0, examples: [] }
const noImpact = {
  ...{ rules: 1, openFindings: 2, leaving: 0, known: 1, pullRequests: unaffected },
  basis: { from: '2026-08-01T00:00:00Z', scans: 1 },
}

/** The rules "first" and "second", which monitor. */
function servePolicy(): FakeService {
  const service = fakeService()
  service.on(getMe, () => administrator)
  service.on(getPolicy, () => ({
    policy: { id: '1', name: 'Strict', productType: 'PRODUCT_TYPE_SAST', isDefault: false },
    rules: [rule('first', 'MODE_MONITOR'), rule('second', 'MODE_MONITOR')],
    ...{ cursor: '', total: 2, fixRateSince: '2026-08-01T00:00:00Z' },
  }))
  return service
}

const row = (path: string) => page.getByRole('row', { name: new RegExp(`\\b${path}\\b`) })
const changed = (path: string, mode: string) => ({ policyId: '1', updatedRule: rule(path, mode) })

async function openPolicy() {
  const opened = openPage(<PolicyPage />, '/d/acme/policies/1', '/d/:deployment/policies/:id')
  await expect.element(row('first')).toBeVisible()
  const element = await row('first').findElement()
  if (element instanceof HTMLElement) element.focus()
  return opened
}

describe('a mode that a key sets', () => {
  it('is shown before the service has answered', async () => {
    const service = servePolicy()
    const held = heldAnswer()
    service.on(setRuleMode, held.answer)
    await openPolicy()
    await userEvent.keyboard('2')
    await expect.element(row('first')).toMatchTextContent(/Comment/)
    held.give(changed('first', 'MODE_COMMENT'))
    await expect.element(notice('First: Comment')).toBeVisible()
    expect(service.sent(setRuleMode)).toMatchObject([{ rulePath: 'first', policyMode: 'MODE_COMMENT' }])
  })

  it('is the old one again where the service refuses it, which is said', async () => {
    const service = servePolicy()
    service.on(setRuleMode, () => problem(422, 'Not a rule'))
    await openPolicy()
    await userEvent.keyboard('2')
    await expect.element(notice('First not changed: The request was rejected')).toBeVisible()
    await expect.element(row('first')).toMatchTextContent(/Monitor/)
    await expect.element(row('first')).toHaveFocus()
  })

  it('is the last of several quick ones, each sent once the one before it is answered', async () => {
    const service = servePolicy()
    const held = heldAnswer()
    service.on(setRuleMode, held.answer)
    await openPolicy()
    await userEvent.keyboard('21')
    await expect.element(row('first')).toMatchTextContent(/Monitor/)
    expect(service.count(setRuleMode)).toBe(1)
    service.on(setRuleMode, () => changed('first', 'MODE_MONITOR'))
    held.give(changed('first', 'MODE_COMMENT'))
    await expect.element(notice('First: Monitor')).toBeVisible()
    await expect.element(row('first')).toMatchTextContent(/Monitor/)
    expect(service.sent(setRuleMode)).toMatchObject([
      { policyMode: 'MODE_COMMENT' },
      { policyMode: 'MODE_MONITOR' },
    ])
  })
})

it('u sets the mode of before, also where the change is on its way', async () => {
  const service = servePolicy()
  const held = heldAnswer()
  service.on(setRuleMode, held.answer)
  await openPolicy()
  await userEvent.keyboard('2u')
  service.on(setRuleMode, () => changed('first', 'MODE_MONITOR'))
  held.give(changed('first', 'MODE_COMMENT'))
  await expect.element(row('first')).toMatchTextContent(/Monitor/)
  await expect.element(notice('Undone: First: Comment')).toBeVisible()
  expect(service.sent(setRuleMode)).toMatchObject([
    { policyMode: 'MODE_COMMENT' },
    { policyMode: 'MODE_MONITOR' },
  ])
})

it('an undo that the service refuses offers no way around, and says who changed the rule since', async () => {
  const service = servePolicy()
  service.on(setRuleMode, () => changed('first', 'MODE_COMMENT'))
  await openPolicy()
  await userEvent.keyboard('2')
  await expect.element(notice('First: Comment')).toBeVisible()
  const current = { ...rule('first', 'MODE_BLOCK'), lastChangeBy: 'Ada' }
  service.on(setRuleMode, () => problem(412, 'The rule has changed', { current }))
  await userEvent.keyboard('u')
  await expect.element(notice('Not undone: First: Comment')).toBeVisible()
  await expect.element(page.getByText('Ada has set First to Block since.').first()).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

it('a preview that another change made stale says so, and is not applied', async () => {
  const service = servePolicy()
  let revision = 3
  service.on(policyImpact, () => ({ ...noImpact, revision }))
  service.on(setRuleMode, () => changed('first', 'MODE_BLOCK'))
  await openPolicy()
  await userEvent.keyboard('3')
  const apply = page.getByRole('button', { name: /^Apply/ })
  await expect.element(apply).toBeVisible()
  revision = 4
  service.on(setRuleMode, () => problem(409, 'A policy has changed meanwhile.', { revision }))
  await apply.click()
  await expect.element(page.getByText(/A policy has changed meanwhile/).first()).toBeVisible()
  expect(service.sent(setRuleMode)).toMatchObject([{ policyMode: 'MODE_BLOCK', expectedRevision: 3 }])
})
