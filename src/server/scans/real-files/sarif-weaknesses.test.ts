import { describe, expect, test } from 'vitest'
import { sarif, sarifResult } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

const cwe = {
  name: 'CWE',
  guid: '0B1C2D3E-0000-4000-8000-000000000001',
  taxa: [{ id: '79' }, { id: '89', guid: '0B1C2D3E-0000-4000-8000-000000000089', name: 'SQL Injection' }],
}
const byGuid = { guid: cwe.guid.toLowerCase() }

describe('the CWE of a rule or a result', () => {
  test.each<[string, object, string]>([
    ['by the guid of its taxonomy', { id: '79', toolComponent: byGuid }, 'CWE-79'],
    ['by the index of its taxonomy', { id: '89', toolComponent: { index: 1 } }, 'CWE-89: SQL Injection'],
    ['by its own index', { index: 1, toolComponent: { index: 1 } }, 'CWE-89: SQL Injection'],
    ['by its own guid', { guid: cwe.taxa[1]?.guid, toolComponent: byGuid }, 'CWE-89: SQL Injection'],
    ['by its own guid alone', { guid: cwe.taxa[1]?.guid }, 'CWE-89: SQL Injection'],
    ['by the name of its taxonomy', { index: 0, toolComponent: { name: 'CWE' } }, 'CWE-79'],
  ])('is named %s', async (_, target, name) => {
    const shop = await project()
    const taxonomies = [{ name: 'OWASP', taxa: [{ id: 'A1' }] }, cwe]
    const rules = [{ id: 'related', relationships: [{ target, kinds: ['superset'] }] }, { id: 'own' }]
    await shop.send(
      sarif('Probe', [sarifResult('related', 'a.c', 1), sarifResult('own', 'a.c', 2, { taxa: [target] })], {
        rules,
        taxonomies,
      }),
    )
    expect((await shop.code()).map(({ rule }) => rule.cweNames)).toEqual([[name], [name]])
  })

  test.each<[string, object, string[]]>([
    ['in a text that lists several', { cwe: 'CWE-020, CWE-22 and CWE-36' }, ['CWE-20', 'CWE-22', 'CWE-36']],
    ['in a text of numbers', { cwe: '79;80' }, ['CWE-79', 'CWE-80']],
    ['with a title that has a comma', { cwe: 'CWE-1004: Sensitive, open' }, ['CWE-1004: Sensitive, open']],
    ['as an id', { cwe_id: 'CWE-78' }, ['CWE-78']],
    ['in a list of ids', { 'cwe-ids': ['CWE-78', '94'] }, ['CWE-78', 'CWE-94']],
    ['in capitals', { CWE: ['CWE-78'] }, ['CWE-78']],
    ['in a tag', { tags: ['security', 'cwe-502', 'CWE-79 CWE-80'] }, ['CWE-502', 'CWE-79', 'CWE-80']],
  ])('is in properties: %s', async (_, properties, names) => {
    const shop = await project()
    const rules = [{ id: 'described', properties }, { id: 'own' }]
    const results = [sarifResult('described', 'a.c', 1), sarifResult('own', 'a.c', 2, { properties })]
    await shop.send(sarif('Probe', results, { rules }))
    expect((await shop.code()).map(({ rule }) => rule.cweNames)).toEqual([names, names])
  })

  test('is none of another taxonomy', async () => {
    const shop = await project()
    const taxa = [
      { id: '79', toolComponent: { index: 0 } },
      { index: 0, toolComponent: { name: 'OWASP' } },
    ]
    const taxonomies = [{ name: 'OWASP', guid: 'a0', taxa: [{ id: '79' }] }, cwe]
    await shop.send(sarif('Probe', [sarifResult('other', 'a.c', 2, { taxa })], { taxonomies }))
    expect((await shop.code())[0]?.rule.cweNames ?? []).toEqual([])
  })

  test('is in the taxa of an extension, or of a taxonomy that the tool only names', async () => {
    const shop = await project()
    const driver = {
      name: 'Probe',
      supportedTaxonomies: [{ name: 'CWE', guid: 'ffff0000-0000-4000-8000-000000000001' }],
      rules: [
        { id: 'a', relationships: [{ target: { index: 0, toolComponent: { name: 'CWE list' } } }] },
        {
          id: 'b',
          relationships: [
            { target: { id: 'CWE-22', toolComponent: { guid: 'ffff0000-0000-4000-8000-000000000001' } } },
          ],
        },
      ],
    }
    const extensions = [{ name: 'CWE list', taxa: [{ id: 'CWE-79' }] }]
    const results = [sarifResult('a', 'a.c', 1), sarifResult('b', 'a.c', 2)]
    await shop.send({ version: '2.1.0', runs: [{ tool: { driver, extensions }, results }] })
    expect((await shop.code()).map(({ rule }) => rule.cweNames)).toEqual([['CWE-79'], ['CWE-22']])
  })
})
