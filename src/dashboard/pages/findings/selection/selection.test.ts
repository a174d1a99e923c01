import { describe, expect, it } from 'vitest'
import { readFinding } from '#api/dialects/dialects.ts'
import { readListState } from '../list/list-state.ts'
import { nothingSelected, type SelectedRow, selectedText, shownSelected, wholeRequest } from './selection.ts'

const all = { ...nothingSelected, all: true }
const grouped = (...values: (string | null)[]) => ({
  ...nothingSelected,
  groups: new Map(values.map((value) => [`group ${value}`, { value, title: value ?? 'None' }])),
})
const rows = (...ids: number[]) => ({
  ...nothingSelected,
  rows: new Map(
    ids.flatMap((id): [string, SelectedRow][] => {
      const row = readFinding({ id })
      return row ? [[String(id), { row, seenAt: undefined }]] : []
    }),
  ),
})
const stateOf = (search: string) => readListState('sast', new URLSearchParams(search)).state

describe('what a job is requested', () => {
  it('is the filter alone, whatever page and order are looked at', () => {
    const state = stateOf('status=open&repos=acme/shop&q=sql&sort=severity&page=4&page_size=500&open=7')
    expect(wholeRequest(state, all, '2026-11-21T08:00:00.000Z')).toEqual({
      issue_type: 'sast',
      status: ['open'],
      repos: ['acme/shop'],
      q: 'sql',
      seen_at: '2026-11-21T08:00:00.000Z',
    })
    expect(wholeRequest(stateOf('after=12'), all, undefined)).toEqual({ issue_type: 'sast' })
  })

  it('is narrowed to the groups, each by its value', () => {
    const state = stateOf('status=open&group=path')
    expect(wholeRequest(state, grouped('src/a,b.js', null), undefined)).toEqual({
      issue_type: 'sast',
      status: ['open'],
      files: ['src/a,b.js', '__none'],
    })
  })

  it('names a filter that the service keeps', () => {
    expect(wholeRequest(stateOf('filter=kept1&status=open'), all, undefined)).toEqual({
      issue_type: 'sast',
      filter: 'kept1',
      status: ['open'],
    })
  })
})

describe('a selection', () => {
  it('is named', () => {
    expect(selectedText(rows(1, 2), 364)).toBe('2 selected')
    expect(selectedText(grouped('a'), 364)).toBe('1 group selected')
    expect(selectedText(all, 12_431)).toBe('all 12,431 that match')
    expect(selectedText(all, undefined)).toBe('all that match')
  })

  it('shows in the box over the rows what of these is selected', () => {
    expect(shownSelected(rows(1, 2), ['1', '2'])).toBe('all')
    expect(shownSelected(rows(1, 9), ['1', '2'])).toBe('some')
    expect(shownSelected(rows(8, 9), ['1', '2'])).toBe('none')
    expect(shownSelected(all, ['1', '2'])).toBe('all')
    expect(shownSelected(nothingSelected, [])).toBe('none')
  })
})
