import { createLowlight } from 'lowlight'
import { grammarsOf } from './grammars.ts'
import type { Language } from './languages.ts'
import type { CodeToken, Highlighted, TokenKind } from './tokens.ts'

type Node = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

const kinds: Record<TokenKind, string> = {
  keyword: 'keyword literal selector-tag meta-keyword tag-name',
  string: 'string regexp char link code',
  number: 'number symbol bullet',
  name: 'title name attr attribute built_in type class property section selector-class selector-id selector-attr',
  comment: 'comment quote doctag meta',
}
const kindOf = new Map<string, TokenKind>()

/** Longer lines are minified or made to hurt, and stay plain. */
const longestLine = 200
/**
 * The grammars take a time that grows with the square of what was made to hurt them, so they read so much at once, and no
 * more once their time is up: what is left stays plain.
 */
const blockCharacters = 3000
const budget = 50

const lowlight = createLowlight()

/**
 * The lines of a piece of code cut into words of one kind each; undefined for a line that stays plain. The words of a line
 * are always exactly its text.
 */
export async function highlight(lines: readonly string[], language: Language): Promise<Highlighted> {
  for (const [name, grammar] of await grammarsOf(language)) {
    if (!lowlight.registered(name)) lowlight.register(name, grammar)
  }
  return cut(lines, language)
}

/** The same without waiting, where the grammar is there already. */
export function highlightNow(lines: readonly string[], language: Language): Highlighted | undefined {
  return lowlight.registered(language) ? cut(lines, language) : undefined
}

function cut(lines: readonly string[], language: Language): Highlighted {
  const end = performance.now() + budget
  const highlighted: CodeToken[][] = []
  for (const block of blocksOf(lines)) {
    if (highlighted.length > 0 && performance.now() > end) break
    highlighted.push([])
    walk(lowlight.highlight(language, block).children, highlighted)
  }
  return lines.map((line, at) => {
    const tokens = highlighted[at]
    return tokens?.map((word) => word.text).join('') === line ? tokens : undefined
  })
}

/** The lines in blocks of about so many characters. A line that stays plain must not decide how the next one reads. */
function blocksOf(lines: readonly string[]): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let room = blockCharacters
  for (const line of lines) {
    const text = line.length > longestLine ? '' : line.replace(/[\r\n]/g, ' ')
    room -= text.length
    if (room < 0 && block.length > 0) {
      blocks.push(block.join('\n'))
      block = []
      room = blockCharacters - text.length
    }
    block.push(text)
  }
  return block.length > 0 ? [...blocks, block.join('\n')] : blocks
}

/** Puts the texts in order into lines. Code can nest deeper than calls may. */
function walk(nodes: readonly Node[], lines: CodeToken[][]): void {
  const waiting = nodes.toReversed().map((node): [Node, TokenKind | undefined] => [node, undefined])
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, kind] = next
    if (node.type === 'element') {
      const { className } = node.properties
      const own = kindOfClass(Array.isArray(className) ? className[0] : className)
      for (const child of node.children.toReversed()) waiting.push([child, own])
    } else if (node.type === 'text') {
      const [first = '', ...rest] = node.value.split('\n')
      add(lines, first, kind)
      for (const text of rest) {
        lines.push([])
        add(lines, text, kind)
      }
    }
  }
}

function add(lines: CodeToken[][], text: string, kind: TokenKind | undefined): void {
  if (text !== '') lines.at(-1)?.push({ text, kind })
}

function kindOfClass(name: unknown): TokenKind | undefined {
  if (kindOf.size === 0) {
    // parse: the keys of the record above
    for (const [kind, tokens] of Object.entries(kinds) as [TokenKind, string][]) {
      for (const word of tokens.split(' ')) kindOf.set(`hljs-${word}`, kind)
    }
  }
  return typeof name === 'string' ? kindOf.get(name) : undefined
}
