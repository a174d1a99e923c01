import { describe, expect, test } from 'vitest'
import { onlyFinding, read } from '../../testing/read.ts'

const at = (uri: string) => ({ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } })

describe('logical locations', () => {
  const logical = async (location: object, run: object = {}) => {
    const results = [{ ruleId: 'r', message: { text: 'm' }, locations: [location] }]
    const report = await read({
      version: '2.1.0',
      runs: [{ ...run, tool: { driver: { name: 'Scan' } }, results }],
    })
    return onlyFinding(report, 'code')
  }

  test('a full name counts before names that are joined', async () => {
    const names = [
      { name: 'Shop', kind: 'type' },
      { name: 'pay', fullyQualifiedName: 'Acme.Shop::pay' },
    ]
    expect(await logical({ ...at('a.cs'), logicalLocations: names })).toMatchObject({
      location: { filePath: 'a.cs' },
      logicalLocation: 'Acme.Shop::pay',
    })
    expect(await logical({ logicalLocations: [{ name: 'Shop' }, { name: 'pay' }] })).toMatchObject({
      location: null,
      logicalLocation: 'Shop::pay',
    })
    expect(await logical(at('a.cs'))).toMatchObject({ logicalLocation: null })
  })

  test('one that is only an index stands in the list of the run, with what holds it', async () => {
    const run = { logicalLocations: [{ name: 'Acme' }, { name: 'Shop', parentIndex: 0 }, { parentIndex: 2 }] }
    const named = async (index: number) =>
      (await logical({ logicalLocations: [{ index }] }, run)).logicalLocation
    expect(await named(1)).toBe('Acme::Shop')
    expect(await named(2)).toBeNull()
    expect(await named(9)).toBeNull()
  })
})
