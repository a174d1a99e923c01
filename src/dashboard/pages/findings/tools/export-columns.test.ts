import { describe, expect, it } from 'vitest'
import { codeColumns } from '../columns/code-columns.tsx'
import { optionalCodeColumns } from '../columns/optional-code-columns.tsx'
import { optionalSupplyChainColumns } from '../columns/optional-supply-chain-columns.tsx'
import { supplyChainColumns } from '../columns/supply-chain-columns.tsx'
import { optionalSecretColumns } from '../secrets/optional-secret-columns.tsx'
import { secretColumns } from '../secrets/secret-columns.tsx'
import { columnsAsShown, exported } from './export-columns.ts'

const lists = [
  codeColumns.default,
  optionalCodeColumns,
  supplyChainColumns.default,
  optionalSupplyChainColumns,
  secretColumns.default,
  optionalSecretColumns,
]

describe('the columns of an exported table', () => {
  it('have something for every column that a list can show', () => {
    const ids = lists.flat().map(({ id }) => id ?? '')
    expect(ids.filter((id) => !exported[id])).toEqual([])
  })

  it('stand in the order of the list, each once, between the id and the URL', () => {
    const shown = ['works', 'location', 'project', 'kind'].map((id) => ({ id }))
    expect(columnsAsShown(shown, { twoLines: false })).toEqual([
      ...['id', 'validation_state', 'validated_at', 'project', 'ref', 'path', 'line'],
      ...['secret_type', 'rule', 'gatehouse_url', 'url'],
    ])
  })
  it('have what two lines show under the title, unless that has a column of its own', () => {
    const shown = ['package', 'age'].map((id) => ({ id }))
    const placed = ['project', 'ref', 'path', 'line']
    expect(columnsAsShown(shown, { twoLines: true })).toEqual([
      ...[
        'id',
        'package',
        'version',
        'advisory',
        'malicious',
        ...placed,
        'relevant_since',
        'gatehouse_url',
        'url',
      ],
    ])
    expect(columnsAsShown([...shown, { id: 'location' }], { twoLines: true })).toEqual([
      ...[
        'id',
        'package',
        'version',
        'advisory',
        'malicious',
        'relevant_since',
        ...placed,
        'gatehouse_url',
        'url',
      ],
    ])
  })
})
