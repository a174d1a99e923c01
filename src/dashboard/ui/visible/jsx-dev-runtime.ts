import * as react from 'react/jsx-dev-runtime'
import { shown } from './show.ts'

export const Fragment = react.Fragment

/** The development version of `jsx-runtime`. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...more) =>
  react.jsxDEV(type, shown(type, props), ...more)
