import { describe, expect, it } from 'vitest'
import { plainParagraphs } from './plain-paragraphs.ts'

describe('a Markdown text before it is parsed', () => {
  it('stands without its marks', () => {
    expect(
      plainParagraphs('Fixed in **4.17.21**, see `lodash` and [the advisory](https://a.example/1).'),
    ).toEqual(['Fixed in 4.17.21, see lodash and the advisory.'])
    expect(plainParagraphs('## Impact\n> all of it')).toEqual(['Impact\nall of it'])
  })

  it('keeps its paragraphs, and lines that flow together', () => {
    expect(plainParagraphs('one\nline\n\n \n\nand another')).toEqual(['one\nline', 'and another'])
  })

  it.each(['', ' \n\n'])('is nothing where there is nothing: %j', (text) => {
    expect(plainParagraphs(text)).toEqual([])
  })

  it('stays quick with a text made to be slow', () => {
    expect(plainParagraphs('['.repeat(50_000))).toHaveLength(1)
    expect(plainParagraphs('[a]('.repeat(20_000))).toHaveLength(1)
  })
})
