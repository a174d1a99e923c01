import { expect, it } from 'vitest'
import { draftOf, filterOf, newDraft } from './draft.ts'

it('takes the filter of a pasted address', () => {
  const filter = (query: string) => filterOf({ ...newDraft, choice: 'custom', query })
  expect(filter(' https://gatehouse.example/d/main/findings/code?status=open&q=a%20b#top ')).toBe(
    'issue_type=sast&status=open&q=a%20b',
  )
  expect(filter('severities=critical')).toBe('severities=critical')
})

it('recognizes the default filter in any order', () => {
  const webhook = {
    id: '1',
    name: 'Hook',
    url: 'https://hooks.example',
    format: 'other',
    events: ['scan.failed', 'unknown'],
    filter: 'primary_ref=true&severities=critical%2Chigh',
    createdAt: '',
    createdBy: '',
    disabledAt: null,
    disabledReason: null,
    previousSecretUntil: null,
    waiting: 0,
    lastDelivery: null,
  }
  expect(draftOf(webhook)).toMatchObject({ choice: 'quiet', format: 'json', events: ['scan.failed'] })
  expect(draftOf({ ...webhook, filter: 'q=a' })).toMatchObject({ choice: 'custom', query: 'q=a' })
})
