import * as react from 'react/jsx-runtime'
import { shown } from './show.ts'

// All elements of the dashboard are created here, so that invisible characters in names are shown on every page.

export const Fragment = react.Fragment

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, shown(type, props), key)
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, shown(type, props), key)
