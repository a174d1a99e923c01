import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Sentence } from './sentence.tsx'

const shown = (text: string) => renderToStaticMarkup(<Sentence text={text} />)

describe('a sentence with names', () => {
  it('stays as it is where everything is written from left to right', () => {
    expect(shown('Ann Alyst ignored it (as false positive), on main')).toBe(
      'Ann Alyst ignored it (as false positive), on main',
    )
  })

  it('keeps a name written from right to left apart, several words as one', () => {
    expect(shown('דנה לוי ignored it')).toBe('<bdi>דנה לוי</bdi> ignored it')
    expect(shown('Ignored by דנה, 2 days ago')).toBe('Ignored by <bdi>דנה</bdi>, 2 days ago')
  })

  it('takes a path as one word, and leaves marks to the sentence', () => {
    expect(shown('Matched: acme/חנות/main.py:3 → b')).toBe('Matched: <bdi>acme/חנות/main.py:3</bdi> → b')
    expect(shown('חנות: Monitor → Block · “הערה”')).toBe(
      '<bdi>חנות</bdi>: Monitor → Block · “<bdi>הערה</bdi>”',
    )
  })
})
