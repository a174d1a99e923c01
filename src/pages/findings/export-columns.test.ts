import { describe, expect, it } from 'vitest'
import { codeColumns } from './columns-code.tsx'
import { moreCodeColumns } from './columns-code-more.tsx'
import { sharedColumns } from './columns-more.tsx'
import { supplyChainColumns } from './columns-supply-chain.tsx'
import { moreSupplyChainColumns } from './columns-supply-chain-more.tsx'
import { columnsAsShown, exported } from './export-columns.ts'
import { secretColumns } from './secrets/columns-secrets.tsx'

const lists = [
  codeColumns,
  moreCodeColumns,
  supplyChainColumns,
  moreSupplyChainColumns,
  secretColumns,
  sharedColumns,
]

describe('the columns of an exported table', () => {
  it('have something for every column that a list can show', () => {
    const ids = lists.flat().map(({ id }) => id ?? '')
    expect(ids.filter((id) => !exported[id])).toEqual([])
  })

  it('stand in the order of the list, each once, between the id and the address', () => {
    const shown = ['works', 'location', 'project', 'kind'].map((id) => ({ id }))
    expect(columnsAsShown(shown)).toEqual([
      ...['id', 'validation_state', 'validated_at', 'project', 'ref', 'path', 'line'],
      ...['secret_type', 'rule', 'url'],
    ])
  })
})
