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

  test('is a resource where its kind or the tool says so, and the names of classes and methods are none', async () => {
    const of = async (location: object, tool = 'Scan', properties: object = {}) => {
      const results = [
        { ruleId: 'r', message: { text: 'm' }, locations: [{ ...at('a.tf'), ...location }], properties },
      ]
      const report = await read({ version: '2.1.0', runs: [{ tool: { driver: { name: tool } }, results }] })
      return onlyFinding(report, 'code').resource
    }
    const logical = (location: object) => ({ logicalLocations: [location] })
    const bucket = { fullyQualifiedName: 'aws_s3_bucket.logs' }
    expect(await of(logical({ ...bucket, kind: 'resource' }))).toBe('aws_s3_bucket.logs')
    expect(await of(logical(bucket), 'tfsec')).toBe('aws_s3_bucket.logs')
    expect(await of(logical({ name: 'logs', kind: 'aws_s3_bucket' }), 'terrascan')).toBe('aws_s3_bucket.logs')
    expect(await of(logical({ name: 'logs', kind: 'aws_s3_bucket' }))).toBeNull()
    expect(await of(logical({ name: 'pay', kind: 'function' }), 'Checkov')).toBeNull()
    expect(await of(logical({ fullyQualifiedName: 'Shop::pay', kind: 'member' }))).toBeNull()
    expect(await of({}, 'Scan', { resource: 'Deployment.default.web' })).toBe('Deployment.default.web')
    expect(await of({}, 'Scan', { resourceName: 'web', resourceType: 'Deployment' })).toBe('Deployment.web')
    expect(await of({}, 'Scan', { resource: { type: 'aws_sns_topic', name: 'orders' } })).toBe(
      'aws_sns_topic.orders',
    )
    expect(await of({}, 'Scan', { resource: ['a'], resource_name: '' })).toBeNull()
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
