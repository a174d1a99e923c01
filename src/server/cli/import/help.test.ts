import { expect, it } from 'vitest'
import { importHelp } from './help.ts'
import { listedOptions } from './options.ts'

it('the help names every option on a line of its own, and no line is long', () => {
  const lines = importHelp.split('\n')
  for (const [name] of listedOptions)
    expect(lines.filter((line) => line.startsWith(`  --${name} `))).toHaveLength(1)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})
