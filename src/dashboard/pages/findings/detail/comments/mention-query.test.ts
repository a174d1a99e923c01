import { describe, expect, it } from 'vitest'
import { mentionQuery, namesFor, withMention } from './mention-query.ts'

const people = ['Ana Lyst', 'Annabel', 'Ben', 'Bo Ann']

/** `|` is the caret. */
const query = (typed: string) => mentionQuery(typed.replace('|', ''), typed.indexOf('|'))

describe('what is typed of a name', () => {
  it.each([
    ['@|', ''],
    ['Ask @An|', 'An'],
    ['Ask @An| and others', 'An'],
    ['(@Ana L|', 'Ana L'],
    ['line\n@b|', 'b'],
  ])('in %j is %j', (typed, text) => {
    expect(query(typed)?.text).toBe(text)
  })

  it.each(['|', 'a@b|', '@ |', '@a\n|', '@@|', `@${'x'.repeat(60)}|`, '@a  b|', 'no|@b'])(
    'is nothing in %j',
    (typed) => {
      expect(query(typed)).toBeUndefined()
    },
  )

  it('offers names that begin with it, then others', () => {
    expect(namesFor({ at: 0, text: 'an' }, people)).toEqual(['Ana Lyst', 'Annabel', 'Bo Ann'])
    expect(namesFor({ at: 0, text: 'ben' }, people)).toEqual([])
    expect(namesFor({ at: 0, text: '' }, people)).toHaveLength(4)
  })

  it('is replaced by the name', () => {
    const typed = query('Ask @an| please')
    expect(typed && withMention('Ask @an please', typed, 'Ana Lyst')).toEqual({
      text: 'Ask @Ana Lyst please',
      caret: 14,
    })
  })
})
