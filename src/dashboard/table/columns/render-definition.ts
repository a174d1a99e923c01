import { type ComponentType, createElement, type ReactNode } from 'react'

/** Returns the header or cell of a column as a React node: a string unchanged, a function as a component. */
export function renderDefinition<P extends object>(
  definition: string | ComponentType<P> | ((props: P) => unknown) | undefined,
  props: P,
): ReactNode {
  // parse: the functions of a column return React nodes; the library leaves the type to the framework.
  return typeof definition === 'function' ? createElement(definition as ComponentType<P>, props) : definition
}
