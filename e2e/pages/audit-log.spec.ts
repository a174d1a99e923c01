import type { Page } from '@playwright/test'
import { type RunningService, sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const [rule, other, third] = ['rules.sqli', 'rules.xss', 'rules.csrf'] as const

/** Opens the page of a rule, and from there, with the first click, the events of the audit log about it. */
async function eventsOfRule(page: Page, workspace: Workspace) {
  await page.goto(workspace.at(`/rules/${rule}`))
  await page.getByRole('link', { name: 'Show in the audit log' }).click()
  const rows = page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).not.toHaveCount(0)
  return rows
}

/** A policy with two of the three rules, changed by Ana: one mode, modes together, and the rules it has. */
async function changedByAna(service: RunningService, workspace: Workspace) {
  await workspace.scan('acme/shop', [{ rule }, { rule: other }, { rule: third }])
  const token = await workspace.token({ name: 'Ana', person: 'Ana', role: 'admin' })
  const root = `/deployments/${workspace.slug}/policies`
  const ask = <T>(path: string, body: object) =>
    sendRequest<T>(service, 'POST', `${root}${path}`, { body, token })
  const { policy } = await ask<{ policy: { id: string } }>('', {
    name: 'Payments',
    appliesTo: { projects: ['acme/shop'] },
  })
  await ask(`/${policy.id}/rules`, { add: [rule, other].map((rulePath) => ({ rulePath })) })
  await ask(`/${policy.id}/modes`, { rulePaths: [rule], policyMode: 'MODE_COMMENT' })
  await ask(`/${policy.id}/modes`, { rulePaths: [rule, other], policyMode: 'MODE_BLOCK' })
  await ask(`/${policy.id}/rules`, { remove: [rule, other], note: 'Too noisy' })
}

test('who changed a rule, and from what, takes two clicks from the rule', async ({
  page,
  service,
  workspace,
}) => {
  await changedByAna(service, workspace)
  await signIn(page, service.base, await workspace.token({ name: 'Max', role: 'admin' }))
  const rows = await eventsOfRule(page, workspace)
  // One rule: the row says it.
  await expect(rows.filter({ hasText: 'Monitor → Comment' })).toContainText('Ana')
  for (const [name, change] of [
    ['Rules of a policy changed', 'removed · was Block'],
    ['Rule modes changed', 'Comment → Block'],
  ] as const) {
    const bulk = rows.filter({ hasText: '2 rules' }).filter({ hasText: name }).first()
    await expect(bulk).toContainText('Ana')
    await bulk.click()
    const parts = page.getByRole('region', { name: 'Rules', exact: true }).getByRole('listitem')
    await expect(parts).toHaveCount(2)
    await expect(parts.filter({ has: page.getByRole('link', { name: rule }) })).toContainText(change)
    await bulk.click()
    await expect(parts).toHaveCount(0)
  }
  await expect(rows.filter({ hasText: third })).toHaveCount(0)
})
