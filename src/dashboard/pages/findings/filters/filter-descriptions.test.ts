import { describe, expect, it } from 'vitest'
import { none } from '#contract/parameters/query.ts'
import { describeFilter, valueLabel } from './filter-descriptions.ts'
import { offeredValues } from './filter-values.tsx'

describe('a filter in words', () => {
  it('calls reachability that nobody analysed so, however a service says it', () => {
    expect(valueLabel('exposures', 'unknown')).toBe('Not analyzed')
    expect(valueLabel('exposures', none)).toBe('Not analyzed')
    expect(valueLabel('transitivities', 'unknown')).toBe('Unknown')
  })

  it('says whether a secret works, what an upgrade leads to, and no more of a hash than tells it apart', () => {
    expect(valueLabel('validation_state', 'VALIDATION_STATE_CONFIRMED_INVALID')).toBe('Inactive')
    expect(valueLabel('validation_state', none)).toBe('Not validated')
    expect(valueLabel('validation_state', 'CONFIRMED_VALID')).toBe('Active')
    expect(valueLabel('validation_state', 'VALIDATION_STATE_ODD_ONE')).toBe('Odd one')
    expect(valueLabel('upgrades', '@scope/kit@2.0.0')).toBe('@scope/kit → 2.0.0')
    expect(valueLabel('upgrades', none)).toBe('No known upgrade')
    expect(valueLabel('secret_hashes', 'a1b2c3d4'.repeat(8))).toBe('a1b2c3d4…')
    expect(valueLabel('files', 'src/some_file-name.ts')).toBe('src/some_file-name.ts')
  })

  it('says which changes of the backlog a list has', () => {
    expect(valueLabel('flow', 'raised,fixed:2026-11-01..2026-11-07')).toMatch(
      /^Severity raised, Fixed: .*2026 – .*2026$/,
    )
  })

  it('says first what tells rules with the same end apart', () => {
    const [chip] = describeFilter({
      rules: ['java.lang.security.tainted-sql', 'python.django.tainted-sql', 'go.lang.xss', 'go.tainted-sql'],
    })
    expect(chip?.value).toBe('java.…tainted-sql, python.…tainted-sql, go.lang.xss and 1 more')
    const [paths] = describeFilter({ not_rules: ['js/xss', 'py/xss'] })
    expect(paths?.value).toBe('js/xss, py/xss')
    const [versions] = describeFilter({ versions: ['1.2.0', '2.1.0'] })
    expect(versions?.value).toBe('1.2.0, 2.1.0')
  })

  it('says the same word once', () => {
    const [chip] = describeFilter({ exposures: ['reachable', 'unknown', none] })
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
