import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'

const html = (...made: Parameters<typeof jsx>) => renderToStaticMarkup(jsx(...made))
const name = 'pay\u202ement'
const shown = '<bdi>pay<span class="unseen" data-code="U+202E">\u202e</span>ment</bdi>'

it('shows what nobody sees in a text, and keeps the text for copies', () => {
  expect(html('td', { children: name })).toBe(`<td>${shown}</td>`)
  const several = jsxs('p', { children: ['The project ', name, ' on ', ['a', name]] })
  expect(renderToStaticMarkup(several)).toBe(`<p>The project ${shown} on a${shown}</p>`)
})

it('shows it through components of others', () => {
  const Link = ({ children }: { children?: unknown }) => jsx('a', { children })
  expect(html(Link, { children: name })).toBe(`<a>${shown}</a>`)
})

it('says the numbers where only text can stand', () => {
  expect(html('option', { children: name })).toBe('<option>pay[U+202E]ment</option>')
  expect(html('a', { title: name, 'aria-label': name, href: name, children: 'x' })).toBe(
    `<a title="pay[U+202E]ment" aria-label="pay[U+202E]ment" href="${name}">x</a>`,
  )
})

it('keeps a text that reads from right to left to itself', () => {
  expect(html('td', { children: 'שלום' })).toBe('<td><bdi>שלום</bdi></td>')
})

it('leaves properties of other texts as they are', () => {
  const props = { children: ['a', 1, null], title: 'Übung' }
  expect(jsx('td', props).props).toBe(props)
})
