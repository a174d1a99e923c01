import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('a rule that a scan renamed is named on its page, where an administrator separates it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const rule = 'python.eval'
  await workspace.scan('acme/shop', [{ rule }, { rule }])
  const ids = (await workspace.findings()).map(({ id }) => id)
  await workspace.decide(ids, 'ignored', { reason: 'false_positive' })
  await workspace.scan('acme/shop', [{ rule: `configs.${rule}` }, { rule: `configs.${rule}` }])
  expect((await workspace.findings({ status: 'ignored' })).map(({ id }) => id).toSorted()).toEqual(
    ids.toSorted(),
  )

  await page.goto(workspace.at(`/rules/configs.${rule}`))
  await page.getByRole('button', { name: `Separate from ${rule} in acme/shop` }).click()
  const dialog = page.getByRole('dialog', { name: 'Separate the rules?' })
  await expect(dialog).toContainText(
    `Findings of acme/shop that configs.${rule} took over have the rule ${rule}`,
  )
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Separate' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `2 findings of ${rule} separated`,
  )
  await expect(page.getByText('separated', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: `Separate from ${rule}` })).toBeHidden()
  const found = await workspace.findings({ status: 'ignored' })
  expect(found.map((finding) => finding.rule_name)).toEqual([rule, rule])
})

test('findings are filtered by the resource that they are about', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const check = (resource: string, line: number) => ({
    check_id: 'CKV_AWS_18',
    check_name: 'Ensure the bucket has access logging enabled',
    file_path: '/main.tf',
    file_line_range: [line, line + 4],
    resource,
    code_block: [[line, `resource "aws_s3_bucket" "${resource}" {\n`]],
  })
  const failed_checks = [check('aws_s3_bucket.logs', 1), check('aws_s3_bucket.customers', 10)]
  await workspace.upload(
    'acme/infra',
    JSON.stringify({ check_type: 'terraform', results: { failed_checks } }),
  )
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(2)
  await list.choose('Resource', 'aws_s3_bucket.customers')
  await expect(list.rows).toHaveCount(1)
  await expect(list.rows).toContainText('aws_s3_bucket.customers')
  await list.search.fill('bucket.logs')
  await expect(list.rows).toHaveCount(0)
  await list.value('Resource', 'aws_s3_bucket.customers').click()
  await expect(list.rows).toContainText('aws_s3_bucket.logs')
})
