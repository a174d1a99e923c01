import { expect, test } from 'vitest'
import { policyModes } from '#contract/vocabulary.ts'
import { modeLabel } from '#features/policies/names.ts'
import { modeInfos, needsImpact } from './modes.ts'

test('every mode of the contract has a word and a key of its own', () => {
  expect(modeInfos.map(({ mode }) => mode)).toEqual([...policyModes])
  expect(new Set(modeInfos.map(({ key }) => key)).size).toBe(policyModes.length)
})

test('a mode that is not known stands as it came', () => {
  expect(modeLabel('MODE_NEW')).toBe('MODE_NEW')
  expect(modeLabel(null)).toBe('No mode')
})

test('only a change between Monitor and Comment, or from Disabled to them, is made at once', () => {
  const looked = policyModes.flatMap((from) =>
    policyModes.filter((to) => from !== to && needsImpact(from, to)).map((to) => `${from} ${to}`),
  )
  expect(looked).toEqual([
    'MODE_MONITOR MODE_BLOCK',
    'MODE_MONITOR MODE_DISABLED',
    'MODE_COMMENT MODE_BLOCK',
    'MODE_COMMENT MODE_DISABLED',
    'MODE_BLOCK MODE_MONITOR',
    'MODE_BLOCK MODE_COMMENT',
    'MODE_BLOCK MODE_DISABLED',
    'MODE_DISABLED MODE_BLOCK',
  ])
})
