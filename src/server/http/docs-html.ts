/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Part[]

const written = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return escaped(String(part))
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Writes HTML; whatever is put in is escaped unless it is HTML already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, index) => text + written(parts[index] ?? '')).join(''))
}

/** The little Markdown that descriptions use: paragraphs, lists, `code` and **strong**. */
export function marked(text: string): Html {
  const blocks = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n')
    if (!lines.every((line) => line.startsWith('- '))) return html`<p>${inline(block)}</p>`
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}

/** The same within a line. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`
    return /^\*\*.+\*\*$/.test(part) ? html`<strong>${part.slice(2, -2)}</strong>` : part
  })
  return html`${parts}`
}
