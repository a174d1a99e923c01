/** Text that is already HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = string | number | Html | readonly HtmlPart[]

const renderPart = (part: HtmlPart): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(renderPart).join('')
  return escaped(String(part))
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Builds HTML; interpolated values are escaped unless they are already HTML. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(texts.map((text, index) => text + renderPart(parts[index] ?? '')).join(''))
}

/** Renders the Markdown subset that descriptions use: paragraphs, lists, `code` and **strong**. */
export function renderMarkup(text: string): Html {
  const blocks = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n')
    if (!lines.every((line) => line.startsWith('- '))) return html`<p>${renderInline(block)}</p>`
    return html`<ul>${lines.map((line) => html`<li>${renderInline(line.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}

/** Renders inline Markdown. */
export function renderInline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`
    return /^\*\*.+\*\*$/.test(part) ? html`<strong>${part.slice(2, -2)}</strong>` : part
  })
  return html`${parts}`
}
