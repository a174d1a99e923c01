import { describe, expect, it } from 'vitest'
import { readListState, withFilter, writeListState } from '../list/list-state.ts'
import { isEdited, savedStateOf, stateOf } from './view-state.ts'

const shown = (search: string) => readListState('sast', new URLSearchParams(search)).state
const address =
  'severities=high&status=open&since=7d&sort=severity&page_size=300&group=rules&columns=finding,age'

describe('a saved view', () => {
  const view = { id: '7', ...savedStateOf(shown(`${address}&page=2&open=12`)) }

  it('keeps filter, columns, order, grouping and page size, and the words of a time', () =>
    expect(view).toEqual({
      id: '7',
      query: 'severities=high&status=open&since=7d',
      columns: ['finding', 'age'],
      sort: 'severity',
      group: 'rules',
      page_size: 300,
    }))

  it('opens as it was saved, with its id', () => {
    const opened = new URLSearchParams(writeListState(stateOf('sast', view)))
    expect(Object.fromEntries(opened)).toEqual({
      ...Object.fromEntries(new URLSearchParams(address)),
      view: '7',
    })
  })

  it.each([
    ['another page of it', `${address}&page=3&open=5`, false],
    ['another order of the parameters', address.split('&').toReversed().join('&'), false],
    ['other values of a filter', address.replace('high', 'high,low'), true],
    ['another time', address.replace('7d', '30d'), true],
    ['another filter', `${address}&repos=acme/web`, true],
    ['another order of the columns', address.replace('finding,age', 'age,finding'), true],
    ['another order of the rows', address.replace('sort=severity', 'sort=rule'), true],
    ['no grouping', address.replace('&group=rules', ''), true],
    ['another page size', address.replace('300', '100'), true],
  ])('%s edits it: %s', (_, search, edited) => expect(isEdited(shown(search), view)).toBe(edited))

  it('is edited by another instant, also where words stood before', () => {
    const before = withFilter(shown('since=7d&status=open'), { since: 1_700_000_000 })
    const fixed = { id: '9', ...savedStateOf(before) }
    expect(isEdited(before, fixed)).toBe(false)
    expect(isEdited(withFilter(before, { since: 1_700_000_001 }), fixed)).toBe(true)
  })

  it('is not edited by the order in which the values of a filter were chosen', () => {
    const two = { id: '8', ...savedStateOf(shown('severities=high,low&status=open')) }
    expect(isEdited(shown('status=open&severities=low&severities=high'), two)).toBe(false)
  })
})
