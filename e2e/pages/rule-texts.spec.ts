import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const file = (severity: string, source: string) =>
  JSON.stringify({
    version: '1.97.0',
    errors: [],
    paths: {},
    results: [
      {
        check_id: 'rules.xss',
        path: 'app.py',
        start: { line: 3, col: 1 },
        end: { line: 3, col: 9 },
        extra: {
          lines: 'render(name)',
          message: 'Escape the name, see [the guide](https://guide.example/xss).',
          severity,
          metadata: { cwe: ['CWE-79: Cross-site Scripting'], source },
        },
      },
    ],
  })

async function threeProjects(workspace: Workspace) {
  const query = { ref: 'refs/heads/main' }
  for (const project of ['acme/one', 'acme/two', 'acme/three'])
    await workspace.upload(project, file('ERROR', 'https://rules.example/xss'), query)
  await workspace.upload('acme/three', file('INFO', 'https://evil.example/xss'), query)
}

test('the text of a rule is edited on its page, and reverted', async ({ page, workspace, signedIn: _ }) => {
  await threeProjects(workspace)
  await page.goto(workspace.at('/rules/rules.xss'))
  const text = page.getByRole('region', { name: 'Text' })
  await expect(text).toContainText('This page shows what most projects report.')
  await expect(text.getByRole('listitem').filter({ hasText: 'Severity' })).toHaveText(/low · acme\/three/)
  await expect(page.getByText('the guide (guide.example)')).toBeVisible()

  await text.getByRole('button', { name: 'Edit text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the text of the rule' })
  await dialog.getByLabel('Name').fill('Cross-site scripting')
  await dialog.getByLabel('Severity').selectOption('Critical')
  await dialog.getByLabel('Documentation').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Enter a URL that begins with https:// or http://.')
  await dialog.getByLabel('Documentation').fill('https://acme.example/xss')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Cross-site scripting' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'acme.example/xss' })).toBeVisible()
  await expect(text).toContainText('Name, Documentation, Severity set by an administrator')
  await text.getByRole('button', { name: 'Revert' }).click()
  await expect(text).toContainText('This page shows what most projects report.')
  await expect(page.getByRole('link', { name: 'rules.example/xss' })).toBeVisible()

  await page.goto(workspace.at('/settings/audit'))
  await expect(page.getByText(/Severity: critical → high/)).toBeVisible()
  await expect(page.getByText(/rules\.xss · Severity: high → low/)).toBeVisible()
})

const explained = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'CodeQL',
          rules: [
            {
              id: 'js/sql-injection',
              shortDescription: { text: 'Database query built from user input' },
              fullDescription: { text: 'Building a query from user input lets an attacker run statements.' },
              help: {
                markdown: [
                  '# Database query built from user input',
                  'Use **prepared statements**, see [OWASP](https://evil.example/owasp).',
                  '![pixel](https://evil.example/pixel.png) <img src="https://evil.example/raw.png">',
                  '```javascript\npool.query("SELECT * FROM a WHERE b = $1", [value])\n```',
                ].join('\n\n'),
              },
            },
          ],
        },
      },
      results: [
        {
          ruleId: 'js/sql-injection',
          message: { text: 'This query depends on a value of a user.' },
          locations: [
            { physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 3 } } },
          ],
        },
      ],
    },
  ],
})

test('the explanation of a rule opens on a finding and on the page of the rule', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await workspace.upload('acme/shop', explained, { ref: 'refs/heads/main' })
  const [finding] = await workspace.findings({})
  for (const path of [`/findings/code/${finding?.id}`, '/rules/js/sql-injection']) {
    await page.goto(workspace.at(path))
    await expect(page.getByText('lets an attacker run statements')).toBeVisible()
    await expect(page.getByText('prepared statements')).toHaveCount(0)
    await page.getByText('Explanation of the rule').click()
    await expect(page.getByText('prepared statements')).toBeVisible()
    await expect(page.getByText('(evil.example)')).toBeVisible()
    await expect(page.getByText('SELECT * FROM a')).toBeVisible()
    await expect(page.locator('img')).toHaveCount(0)
  }
  expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
})
