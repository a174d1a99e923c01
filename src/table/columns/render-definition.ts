import { type ComponentType, createElement, type ReactNode } from 'react'

/** What a column says of its header or its cells, as React draws it: a word as it stands, a function as a component. */
export function renderDefinition<P extends object>(
  definition: string | ComponentType<P> | ((props: P) => unknown) | undefined,
  props: P,
): ReactNode {
  // parse: a column's functions give what React draws; the library leaves open what a framework does
  return typeof definition === 'function' ? createElement(definition as ComponentType<P>, props) : definition
}
