import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Markdown } from '#ui/markdown/markdown.tsx'
import { mentionMarker } from './mark-mentions.tsx'

const marked = (text: string, names: readonly string[], own?: string) => {
  const html = renderToStaticMarkup(<Markdown text={text} renderText={mentionMarker(names, own)} />)
  expect(html).not.toMatch(/<(script|img|b)\b/)
  return [...html.matchAll(/<bdi class="([^"]*)">(.*?)<\/bdi>/g)].map(([, look, name]) =>
    look?.includes('bg-mark') ? `own ${name}` : name,
  )
}

it.each([
  ['Ask @Ann and @ann lee.', ['Ann', 'Ann Lee'], ['@Ann', '@ann lee']],
  ['@Anna a@Ann `@Ann` [@Ann](https://a.example)', ['Ann'], []],
  ['**@Ann**', ['Ann'], ['@Ann']],
  ['@a.*b @aXXb', ['a.*b'], ['@a.*b']],
  ['@<script>alert(1)</script>', ['<script>'], []],
  ['@(((( @[[', ['((((', '[['], ['@((((', '@[[']],
  ['@Zoë @李雷', ['Zoë', '李雷'], ['@Zoë', '@李雷']],
  ['@राम @रामा', ['राम'], ['@राम']],
  ['@Ann', [], []],
])('in %j of %j marks %j', (text, names, expected) => {
  expect(marked(text, names)).toEqual(expected)
})

it('marks the reader in another way', () => {
  expect(marked('@Ann @Bo', ['Ann', 'Bo'], 'Bo')).toEqual(['@Ann', 'own @Bo'])
})
