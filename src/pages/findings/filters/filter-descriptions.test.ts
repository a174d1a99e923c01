import { describe, expect, it } from 'vitest'
import { none } from '#contract/parameters/query.ts'
import { valueWord, wordsOf } from './filter-descriptions.ts'
import { offeredValues } from './filter-values.tsx'

describe('a filter in words', () => {
  it('calls reachability that nobody analysed so, however a service says it', () => {
    expect(valueWord('exposures', 'unknown')).toBe('Not analyzed')
    expect(valueWord('exposures', none)).toBe('Not analyzed')
    expect(valueWord('transitivities', 'unknown')).toBe('Unknown')
  })

  it('says whether a secret works, what an upgrade leads to, and no more of a hash than tells it apart', () => {
    expect(valueWord('validation_state', 'VALIDATION_STATE_CONFIRMED_INVALID')).toBe('Inactive')
    expect(valueWord('validation_state', none)).toBe('Not validated')
    expect(valueWord('validation_state', 'CONFIRMED_VALID')).toBe('Active')
    expect(valueWord('validation_state', 'VALIDATION_STATE_ODD_ONE')).toBe('Odd one')
    expect(valueWord('upgrades', '@scope/kit@2.0.0')).toBe('@scope/kit → 2.0.0')
    expect(valueWord('upgrades', none)).toBe('No known upgrade')
    expect(valueWord('secret_hashes', 'a1b2c3d4'.repeat(8))).toBe('a1b2c3d4…')
    expect(valueWord('files', 'src/some_file-name.ts')).toBe('src/some_file-name.ts')
  })

  it('says the same word once', () => {
    const [chip] = wordsOf({ exposures: ['reachable', 'unknown', none] })
    expect(chip?.value).toBe('Reachable, Not analyzed')
  })
})

describe('the values that are offered', () => {
  const counted = (count: number) => (value: string) => (value === none ? count : 2)

  it('have "no value" where it occurs or is chosen', () => {
    expect(offeredValues(['high', none], [], counted(0))).toEqual(['high'])
    expect(offeredValues(['high', none], [], counted(3))).toEqual(['high', none])
    expect(offeredValues(['high', none], [none], counted(0))).toEqual(['high', none])
  })
})
