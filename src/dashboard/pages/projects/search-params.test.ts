import { describe, expect, it } from 'vitest'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { labels } from './labels.ts'
import { chipsOf, projectsShape, requestOf } from './search-params.ts'

const read = (search: string) => readSearchParams(projectsShape, new URLSearchParams(search), labels.params)

describe('the URL of the list of projects', () => {
  it('says a filter in words', () => {
    const { values } = read(
      'project_tags=pci,__none&last_scan=older_than:30&managed=false&q=shop&policy_ids=7',
    )
    expect(chipsOf(values, (id) => `Policy of ${id}`).map(({ label, value }) => `${label} ${value}`)).toEqual(
      [
        'Name shop',
        'Tag pci, No tag',
        'Policy Policy of 7',
        'Last scan Older than 30 days',
        'Managed scans No',
      ],
    )
  })

  it('asks for the first page of a hundred by name where it says nothing', () => {
    expect(requestOf(read('').values)).toEqual({ page: 0, page_size: 100 })
  })

  it('drops what is no filter, and says so', () => {
    const { values, dropped } = read('last_scan=tomorrow&colour=red&open_critical=true')
    expect(values).toEqual({ open_critical: true })
    expect(dropped).toHaveLength(2)
    expect(dropped[0]).toContain('Last scan')
  })
})
