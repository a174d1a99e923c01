import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('a message in Markdown', () => {
  it('renders texts outside of code and links as it is told', () => {
    const renderText = (text: string) => <mark>{text}</mark>
    const text = '@Ann *@Ann* `@Ann` [@Ann](https://ann.example)\n\n    @Ann\n\n<b>@Ann</b>'
    const shown = renderToStaticMarkup(<Markdown text={text} renderText={renderText} />)
    expect(shown.match(/<mark>[^<]*@Ann[^<]*<\/mark>/g)).toHaveLength(3)
    expect(shown).toMatch(/<em><mark>@Ann<\/mark><\/em>/)
    expect(shown).toMatch(/<a [^>]*>@Ann<\/a>/)
  })

  it.each(['*a', '**a*', '[a](', '- a\n', '1. a\n', '_a '])(
    'shows thousands of %j as they are: to parse them takes long',
    (mark) => {
      const shown = html(mark.repeat(Math.floor(19_000 / mark.length)))
      expect(shown).toContain(mark.trim())
      expect(shown).not.toMatch(/<(em|strong|a|ol|ul|li)\b/)
    },
  )

  it('reads a paragraph from the right whose first letter is of such a script', () => {
    expect(html('**1.** תודה `a` Bob')).toMatch(/^<div [^>]*><p dir="rtl">/)
    expect(html('Bob: תודה')).toMatch(/^<div [^>]*><p>/)
  })

  it('shows emphasis, code and lists', () => {
    const shown = html('The **value** of `req.query`:\n\n1. is read\n2. is *sent*')
    expect(shown).toMatch(/<strong[^>]*>value<\/strong>/)
    expect(shown).toMatch(/<code[^>]*>req\.query<\/code>/)
    expect(shown).toMatch(/<ol[^>]*><li><p>is read<\/p><\/li>/)
  })

  it('shows raw HTML as text', () => {
    const shown = html('a <img src=x onerror=alert(1)> b\n\n<script>alert(1)</script>')
    expect(shown).not.toMatch(/<(img|script)/)
    expect(shown).toContain('&lt;script&gt;')
  })

  it('loads no image', () => {
    const shown = html(
      '![a cat](https://cat.example/cat.png)\n\n![a dog][d]\n\n[d]: https://dog.example/d.png',
    )
    expect(shown).not.toContain('example')
    expect(shown).toContain('[a cat]')
  })

  it.each([
    ['[the guide](https://evil.example/x)', '<span class="text-2"> (evil.example)</span>'],
    ['[good.example](https://evil.example/x)', '<span class="text-2"> (evil.example)</span>'],
    ['[the **guide**](https://good.example@evil.example/)', '<span class="text-2"> (evil.example)</span>'],
    ['[evil.example/x](https://evil.example/x)', 'evil.example/x</a></p>'],
    ['<https://evil.example/x>', 'https://evil.example/x</a></p>'],
  ])('shows the host of %s', (text, shown) => {
    expect(html(text)).toContain(shown)
  })

  it.each(['https://cwe.mitre.org/data/definitions/89.html', 'http://example.org/'])(
    'follows %s',
    (address) => {
      for (const text of [`[more](${address})`, `[more][m]\n\n[m]: ${address}`, `<${address}>`]) {
        expect(html(text)).toContain(`href="${address}"`)
        expect(html(text)).toContain('rel="noreferrer noopener"')
      }
    },
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/api/v1/session',
    '1',
    'mailto:a@b.example',
  ])('does not follow %s', (address) => {
    const shown = html(`[more](${address})`)
    expect(shown).not.toContain('<a')
    expect(shown).toContain('more')
  })

  it('makes no heading of its own in the page', () => {
    expect(html('# Loud\n\ntext')).not.toMatch(/<h\d/)
  })

  it('shows a message that is nested or long beyond reason as it stands', () => {
    expect(html('>'.repeat(5000))).not.toContain('<blockquote')
    expect(html('*a* '.repeat(6000))).not.toContain('<em')
    expect(html(`${'['.repeat(9000)}end`)).toContain('end')
  })

  it('never writes an element or a scheme that it does not know', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '![',
        '[',
        ']',
        '(',
        ')',
        '`',
        '*',
        '\n',
        '# ',
        '> ',
        '- ',
        'javascript:',
        'https://a.example',
        '"',
        "'",
        'onerror=',
        '<img src=x>',
        '<!--',
        '&lt;',
        '\\',
        ' ',
        'text',
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(hostile, (parts) => {
        const shown = html(parts.join(''))
        const elements = [...shown.matchAll(/<([a-z0-9!]+)/g)].map(([, name]) => name)
        const known = [
          'div',
          'p',
          'strong',
          'em',
          'code',
          'pre',
          'blockquote',
          'ol',
          'ul',
          'li',
          'br',
          'hr',
          'a',
        ]
        expect(elements.filter((name) => name === undefined || !known.includes(name))).toEqual([])
        for (const [, address] of shown.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https?:/)
      }),
    )
  })
})
