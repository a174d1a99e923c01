import type { Definition, Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, type ReactNode } from 'react'
import { startsRightToLeft } from '#lib/text/invisible-characters.ts'
import { hostOf } from '#lib/urls/shown-url.ts'
import { classes } from '../classes.ts'

// The parser takes quadratic time in the nesting depth and in what may begin emphasis, a link or an item; messages are external input.
const longest = 20_000
const deepest = 30
const mostMarks = 800
const marks = /[*_]+|\[|^[ \t]*(?:[-+]|\d{1,9}[.)])/gm
const nestedDeeply = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){30}/m

/** Returns a URL that may be followed: absolute, and http or https. */
function liveAddress(address: string): string | undefined {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

type Definitions = ReadonlyMap<string, string>

/** What rendering a node needs beside it. */
interface Context {
  definitions: Definitions
  renderText: ((text: string) => ReactNode) | undefined
}

function definitionsIn(nodes: readonly Nodes[]): Definitions {
  const definitions = nodes.filter((node): node is Definition => node.type === 'definition')
  return new Map(definitions.map(({ identifier, url }) => [identifier, url]))
}

interface LinkProps {
  address: string | undefined
  /** Its text without markup. */
  text: string
  children: ReactNode
}

/** A link, with its host behind it unless its text begins with that: what an external text says may lead elsewhere. */
function Link({ address, text, children }: LinkProps) {
  const href = address === undefined ? undefined : liveAddress(address)
  if (!href) return children
  const host = hostOf(href)
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline underline-offset-2 hover:text-accent-strong"
      >
        {children}
      </a>
      {hostOf(text) !== host && <span className="text-2"> ({host})</span>}
    </>
  )
}

function Children({ of, context, depth }: { of: Parents; context: Context; depth: number }) {
  if (depth > deepest) return '…'
  return of.children.map((node, index) => (
    <Fragment key={node.position?.start.offset ?? index}>{render(node, context, depth + 1)}</Fragment>
  ))
}

const isLink = ({ type }: Nodes) => type === 'link' || type === 'linkReference'

const textIn = (node: Nodes): string =>
  'children' in node ? node.children.map(textIn).join('') : node.type === 'text' ? node.value : ''

/** The direction of a paragraph; its texts are isolated, so that a browser would not find it. */
const directionOf = (node: Nodes) => (startsRightToLeft(textIn(node)) ? 'rtl' : undefined)

const linkOf = (address: string | undefined, node: Nodes, inside: ReactNode) => (
  <Link address={address} text={textIn(node)}>
    {inside}
  </Link>
)

function render(node: Nodes, context: Context, depth: number): ReactNode {
  const within = isLink(node) ? { ...context, renderText: undefined } : context
  const inside = 'children' in node ? <Children of={node} context={within} depth={depth} /> : null
  switch (node.type) {
    case 'text':
      return context.renderText ? context.renderText(node.value) : node.value
    case 'paragraph':
      return <p dir={directionOf(node)}>{inside}</p>
    case 'heading':
      // Not a heading element: a message must not change the page's outline.
      return (
        <p dir={directionOf(node)} className="font-semibold">
          {inside}
        </p>
      )
    case 'strong':
      return <strong className="font-semibold">{inside}</strong>
    case 'emphasis':
      return <em>{inside}</em>
    case 'inlineCode':
      return <code className="rounded-sm bg-surface-2 px-1 text-[0.92em] wrap-anywhere">{node.value}</code>
    case 'code':
      return (
        <pre className="code-text rounded border border-line bg-surface-0 px-3 py-2 whitespace-pre-wrap wrap-anywhere">
          {node.value}
        </pre>
      )
    case 'blockquote':
      return <blockquote className="space-y-2 border-l-2 border-line pl-3 text-2">{inside}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1} className="list-decimal space-y-1 pl-6">
          {inside}
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-6">{inside}</ul>
      )
    case 'listItem':
      return <li>{inside}</li>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr className="border-line" />
    case 'link':
      return linkOf(node.url, node, inside)
    case 'linkReference':
      return linkOf(context.definitions.get(node.identifier), node, inside)
    case 'image':
    case 'imageReference':
      // Never loaded: it would tell an external server who reads the finding.
      return node.alt ? `[${node.alt}]` : null
    case 'html':
      // Shown as source text.
      return node.value
    default:
      return inside
  }
}

interface MarkdownProps {
  /** External CommonMark: a rule's message, an explanation. */
  text: string
  className?: string | undefined
  /** Renders a text outside of code and links, such as with names that are marked. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** Markdown as React elements. Raw HTML stays text, images are not loaded, only http(s) links are live. Load lazily. */
export function Markdown({ text, className, renderText }: MarkdownProps) {
  const look = classes('text-base wrap-anywhere', className)
  if (text.length > longest || nestedDeeply.test(text) || (text.match(marks)?.length ?? 0) > mostMarks) {
    return <div className={classes(look, 'whitespace-pre-wrap')}>{text}</div>
  }
  const root = fromMarkdown(text)
  return (
    <div className={classes(look, 'space-y-2')}>
      <Children of={root} context={{ definitions: definitionsIn(root.children), renderText }} depth={0} />
    </div>
  )
}
