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

/** Longer lines are minified or hostile, and are not highlighted. */
const longestLine = 200
/**
 * Hostile input makes grammars take quadratic time, so they process blocks of this size and stop at a time limit; the
 * rest stays plain text.
 */
const blockCharacters = 3000
const budget = 50

const lowlight = createLowlight()

/**
 * Splits lines of code into tokens; undefined for a line that is not highlighted. The tokens of a line always add up to
 * exactly its text.
 */
export async function highlight(lines: readonly string[], language: Language): Promise<Highlighted> {
  for (const [name, grammar] of await grammarsOf(language)) {
    if (!lowlight.registered(name)) lowlight.register(name, grammar)
  }
  return cut(lines, language)
}

/** Highlights synchronously, if the grammar is already loaded. */
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

/**
 * Splits the lines into blocks of about this many characters. A line that is not highlighted must not affect the next
 * one.
 */
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

/** Distributes the text nodes over lines. Iterative, because code can nest deeper than the call stack allows. */
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
    // parse: the keys of the record above.
    for (const [kind, tokens] of Object.entries(kinds) as [TokenKind, string][]) {
      for (const word of tokens.split(' ')) kindOf.set(`hljs-${word}`, kind)
    }
  }
  return typeof name === 'string' ? kindOf.get(name) : undefined
}
