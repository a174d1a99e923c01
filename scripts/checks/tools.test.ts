import { expect, it } from 'vitest'
import { runTool } from './tools.ts'

it('says what a tool ended with: its status, or the signal that ended it', async () => {
  const quiet = { quiet: true }
  expect(await runTool(['-e', 'console.log("read"); process.exit(3)'], quiet)).toEqual({
    status: 3,
    output: 'read\n',
  })
  expect(await runTool(['-e', 'process.kill(process.pid, "SIGKILL")'], quiet)).toEqual({
    status: null,
    signal: 'SIGKILL',
    output: '',
  })
})
