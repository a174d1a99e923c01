import { Policies } from '../support/policies-page.ts'
import { sbomFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

const name = 'חנות'
const project = `acme/${name}`

test('names written from right to left stay apart from the sentence around them', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  const person = await workspace.token({ name: 'דנה', person: 'דנה', role: 'admin' })
  await workspace.scan(project, [{ rule: 'rules.a' }], {
    ref: `refs/heads/${name}`,
    commit_author_name: 'דנה',
  })
  const scan = await workspace.upload(project, sbomFile([{ name: 'חבילה', version: '1.0.0' }]))
  const [finding] = await workspace.findings()
  await workspace.decide([finding?.id ?? 0], 'ignored', {
    reason: 'false_positive',
    note: 'הערה',
    token: person,
  })
  const policies = new Policies(service, workspace)
  const policy = await policies.code()
  await policies.set(policy, 'rules.a', 'MODE_COMMENT', person)
  const gate = page.getByRole('region', { name: 'Gate' })
  for (const path of [
    '/scans',
    `/scans/${scan.id}`,
    '/projects',
    `/projects/${project}`,
    '/findings/code',
    '/dependencies',
    `/policies/${policy}`,
    `/policies/${policy}?tab=history`,
    '/rules/rules.a',
    `/findings/code/${finding?.id}`,
    `/findings/code?open=${finding?.id}`,
    '/settings/audit',
  ]) {
    await page.goto(workspace.at(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => page.locator('main').textContent(), path).toMatch(/[\u0590-\u05ff]/)
    if (path.startsWith('/scans/')) await expect(gate).toContainText('has no baseline')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await page.evaluate(mixed), path).toEqual([])
  }

  await page.goto(workspace.at('/settings/audit'))
  await page.getByText('Findings triaged').last().click()
  await expect(page.getByRole('region', { name: 'Findings', exact: true })).toContainText(project)
  expect(await page.evaluate(mixed), 'an event of the audit log').toEqual([])
})

/** Texts from right to left that share their line with other text and are not isolated from it. */
function mixed(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    const holder = node.parentElement
    if (
      !holder ||
      !/[\u0590-\u05ff]/.test(text) ||
      holder.closest('title, script, option, caption, pre, .sr-only')
    )
      continue
    // A name is a path of words; a space or a mark beside it is text of ours.
    if (/[\u0590-\u05ff][^\u0590-\u05ff]*[\s“”]\S|\S\s+\S*[\u0590-\u05ff]/.test(text.trim())) {
      found.push(text.trim())
      continue
    }
    for (let at: HTMLElement | null = holder; at; at = at.parentElement) {
      const { display, unicodeBidi } = getComputedStyle(at)
      if (/isolate|plaintext/.test(unicodeBidi) && display === 'inline') break
      if (display !== 'inline') {
        if ((at.textContent ?? '').trim() !== text.trim() && at.contains(holder) && at !== holder) {
          const beside = [...at.childNodes].some(
            (one) =>
              !one.contains(node) && one.nodeType === Node.TEXT_NODE && (one.nodeValue ?? '').trim() !== '',
          )
          if (beside) found.push(at.outerHTML.slice(0, 200))
        } else if (at === holder) {
          const beside = [...at.childNodes].some(
            (one) => one !== node && one.nodeType === Node.TEXT_NODE && (one.nodeValue ?? '').trim() !== '',
          )
          if (beside) found.push(at.outerHTML.slice(0, 200))
        }
        break
      }
    }
  }
  return found
}
