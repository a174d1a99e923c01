import { expect, it } from 'vitest'
import { curlCommand, hostCommand, pipelineSnippet } from './snippets.ts'

const host = {
  dataFolder: "/srv/o'brien data",
  program: '/opt/gatehouse.mjs',
  platform: 'linux',
  deployment: 'x',
}
const destination = { address: 'https://gatehouse.example', deployment: 'main' }

it('quotes the paths of the command for the shell of the machine', () => {
  expect(hostCommand(host, 'main')).toBe(
    "GATEHOUSE_DATA='/srv/o'\\''brien data' node /opt/gatehouse.mjs import REPORT --project ORG/REPO --deployment main",
  )
  expect(hostCommand(host, undefined)).not.toContain('--deployment')
  expect(hostCommand({ ...host, platform: 'win32' }, 'main')).toMatch(
    /^\$env:GATEHOUSE_DATA='\/srv\/o''brien data'; node '/,
  )
})

it('sends to this service with variables of the environment alone', () => {
  expect(curlCommand(destination)).toContain('"https://gatehouse.example/api/v1/deployments/main/scans?')
  for (const kind of ['github', 'gitlab', 'shell'] as const) {
    const lines = pipelineSnippet(kind, destination)
    expect(lines).toContain('"https://gatehouse.example/api/v1/deployments/main/scans"')
    // An expression in a script would run what a branch is called.
    expect(lines.split('run: |').at(-1)).not.toContain('${{')
  }
})
