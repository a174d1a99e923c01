import type { ElementType, ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import { escapeInvisible, isDeceptive, splitInvisible } from '#lib/text/invisible-characters.ts'

type Props = Record<string, unknown>

/** Attributes with text that is announced or shown next to an element. */
const attributes = ['title', 'aria-label', 'alt', 'placeholder']

/** Elements that contain only text. */
const textOnly: ReadonlySet<unknown> = new Set(['option', 'title', 'desc', 'text', 'tspan', 'textarea'])

/**
 * Returns the properties of an element with external texts made visible: an invisible character shows its number, and
 * none reorders the surrounding text. ASCII texts, which are nearly all, are unchanged.
 */
export function shown(type: ElementType, given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  // parse: properties are read and set by their names.
  let props = given as Props
  const children = shownChildren(type, props['children'])
  if (children !== props['children']) props = { ...props, children }
  for (const name of attributes) {
    const value = props[name]
    if (typeof value !== 'string') continue
    const text = escapeInvisible(value)
    if (text !== value) props = { ...props, [name]: text }
  }
  return props
}

function shownChildren(type: ElementType, children: unknown): unknown {
  if (typeof children === 'string') return shownText(type, children)
  if (!Array.isArray(children) || !children.some(hasDeceptive)) return children
  return children.map((child, index) =>
    typeof child === 'string' ? shownText(type, child, `text ${index}`) : shownChildren(type, child),
  )
}

const hasDeceptive = (child: unknown): boolean =>
  typeof child === 'string' ? isDeceptive(child) : Array.isArray(child) && child.some(hasDeceptive)

function shownText(type: ElementType, text: string, key?: string): ReactNode {
  if (!isDeceptive(text)) return text
  return textOnly.has(type) ? escapeInvisible(text) : jsx('bdi', { children: marked(text) }, key)
}

/** The character stays in place, so that it is copied; CSS shows its number before it. */
const marked = (text: string): ReactNode[] =>
  splitInvisible(text).map((piece, index) =>
    typeof piece === 'string'
      ? piece
      : jsx('span', { className: 'unseen', 'data-code': piece.code, children: piece.character }, index),
  )
