import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns/columns.ts'
import { DataTable } from './data-table.tsx'
import { parseSort } from './sort.ts'

interface Fruit {
  id: number
  name: string
}

const column = columnsOf<Fruit>()
const columns = column.columns([
  column.display({
    id: 'name',
    header: 'Name',
    meta: { sort: 'name' },
    cell: ({ row }) => row.original.name,
  }),
  column.display({ id: 'id', header: 'Number', cell: ({ row }) => row.original.id }),
])
const fruits = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Fruit ${index + 1}` }))

interface Given {
  rows?: readonly Fruit[] | undefined
  start?: number | undefined
  refreshing?: boolean
  failed?: boolean
  sort?: string
  dimmed?: string
}

function shown({ rows, start = 0, refreshing = false, failed = false, sort, dimmed }: Given): string {
  return renderToStaticMarkup(
    <DataTable
      label="Fruits"
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      start={start}
      total={6000}
      sort={parseSort(sort)}
      onSort={() => undefined}
      openId="2"
      isDimmed={(id) => id === dimmed}
      selection={undefined}
      onOpen={() => undefined}
      detail={{ id: '3', content: 'A line under the third' }}
      card={({ name }) => name}
      restore={undefined}
      skeletonRows={5}
      refreshing={refreshing}
      empty={<p>No fruit</p>}
      error={failed ? <p>It failed</p> : undefined}
    />,
  )
}

const count = (html: string, part: string) => html.split(part).length - 1

describe('the data table', () => {
  it('is a table, with the place of each row in the whole list', () => {
    const html = shown({ rows: fruits(3), start: 100 })
    expect(html).toContain('<table aria-label="Fruits" aria-rowcount="6001"')
    expect(html).toContain('data-row="1" data-focus-key="row 1" aria-rowindex="102"')
    expect(count(html, '<th scope="col"')).toBe(3)
  })

  it('names the column of the boxes before there are any', () => {
    expect(shown({ rows: fruits(1) })).toMatch(/<thead>.*?<th[^>]*><span class="sr-only">Selection</)
  })

  it('says how it is ordered, in the one column it is ordered by', () => {
    const html = shown({ rows: fruits(3), sort: '-name' })
    expect(count(html, 'aria-sort=')).toBe(1)
    expect(html).toContain('aria-sort="descending"')
  })

  it('draws of 3000 rows only those that can be seen, and keeps the place of the others', () => {
    const html = shown({ rows: fruits(3000) })
    const drawn = count(html, 'data-row=')
    expect(drawn).toBeGreaterThan(18)
    expect(drawn).toBeLessThan(60)
    expect(html).toContain(`height:${(3000 - drawn) * 36}px`)
  })

  it('has one row in the tab order, and tells the open and the decided row', () => {
    const html = shown({ rows: fruits(5), dimmed: '4' })
    expect(count(html, '<tr data-row="1"')).toBe(1)
    expect(html.match(/tabindex="0"/g)).toHaveLength(1)
    expect(html).toMatch(/data-row="2"[^>]*aria-current="true"/)
    expect(html).toMatch(/data-row="4"[^>]*text-3/)
  })

  it('shows what stands under a row right after it', () => {
    const html = shown({ rows: fruits(5) })
    expect(html.indexOf('A line under the third')).toBeGreaterThan(html.indexOf('Fruit 3'))
    expect(html.indexOf('A line under the third')).toBeLessThan(html.indexOf('Fruit 4'))
  })
})

describe('the states of the data table', () => {
  it('hold the place of the first rows while they load', () => {
    const html = shown({ rows: undefined })
    expect(html).toContain('aria-busy="true"')
    expect(count(html, '<tr aria-hidden="true"')).toBe(5)
    expect(html).not.toContain('No fruit')
  })

  it('keep the rows while others are on their way', () => {
    const html = shown({ rows: fruits(2), refreshing: true })
    expect(html).toContain('Fruit 2')
    expect(html).toContain('role="progressbar"')
  })

  it('say what is the matter where there are none', () => {
    expect(shown({ rows: [] })).toContain('No fruit')
  })

  it('say what failed, and keep the rows that are there', () => {
    const whole = shown({ rows: undefined, failed: true })
    expect(whole).toContain('It failed')
    expect(whole).not.toContain('No fruit')
    expect(whole).not.toContain('aria-busy')
    const old = shown({ rows: fruits(2), failed: true })
    expect(old).toContain('Fruit 2')
    expect(old).toContain('It failed')
  })
})
