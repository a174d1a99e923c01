import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { curlLoop, curlUpload, type GateTarget, gateSnippet, quotePosix } from './gate-snippets.ts'
import { gateKinds } from './labels.ts'

const target: GateTarget = {
  address: 'https://gatehouse.example.com',
  deployment: 'main',
  project: 'acme/shop',
  primaryBranch: 'refs/heads/main',
}

it('gives the snippets that the documentation has', () => {
  const page = readFileSync('docs/gate.md', 'utf8')
  for (const kind of ['github', 'gitlab', 'jenkins'] as const) {
    const address = kind === 'github' ? `$\{{ vars.GATEHOUSE_URL }}` : target.address
    expect(page).toContain(`\n${gateSnippet(kind, { ...target, address })}\n\`\`\`\n`)
  }
  expect(page).toContain(`\`\`\`sh\n${curlUpload(target)}\n\`\`\`\n`)
  expect(page).toContain(`\`\`\`sh\n${curlLoop(target)}\n\`\`\`\n`)
  const shell = gateSnippet('shell', target)
  expect(shell).toContain(`${curlUpload(target)}\n${curlLoop(target)}`)
})

it('names the project, the deployment and the service in each', () => {
  for (const { value } of gateKinds) {
    const snippet = gateSnippet(value, { ...target, address: 'http://10.0.0.7:4400', deployment: 'own-1' })
    expect(snippet).toContain('acme')
    expect(snippet).toContain('own-1')
    expect(snippet).toContain('http://10.0.0.7:4400')
    expect(snippet).not.toContain('gatehouse.example.com')
  }
})

it('lets no name run as a command', () => {
  const project = `it's $(id) \`id\` \\ $\{{ secrets.KEY }}`
  const hostile = { ...target, project, primaryBranch: 'refs/heads/on' }
  const github = gateSnippet('github', hostile)
  expect(github).toContain(`--project 'it'\\''s $(id) \`id\` \\ $\{{ '$\{{' }} secrets.KEY }}'`)
  expect(github).toContain('- "on"')
  // Groovy reads the escaped quotes and backslashes before the shell does.
  const written = /--project (.*) --deployment/.exec(gateSnippet('jenkins', hostile))?.[1] ?? ''
  expect(written.replace(/\\(.)/g, '$1')).toBe(quotePosix(project))
  for (const line of [curlUpload(hostile), curlLoop(hostile)]) {
    expect(line).not.toMatch(/\$\(id|`/)
    expect(line).toContain("it's%20%24(id)")
  }
  expect(gateSnippet('gitlab', { ...target, project: '-x' })).toContain('--project=-x ')
})
