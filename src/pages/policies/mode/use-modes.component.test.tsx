import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getPolicy, setRuleMode } from '#contract/operations/policies.ts'
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
