import * as react from 'react/jsx-dev-runtime'
import { shown } from './show.ts'

export const Fragment = react.Fragment

/** What `jsx-runtime` is while the dashboard is developed. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...more) =>
  react.jsxDEV(type, shown(type, props), ...more)
