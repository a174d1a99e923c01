import { expect, it } from 'vitest'
import { familyOf } from './license-families.ts'

it.each([
  ['MIT', null],
  ['Apache-2.0', null],
  ['GPL-3.0-or-later', 'strong'],
  ['LGPL-2.1-only', 'weak'],
  ['MPL-2.0', 'weak'],
  ['AGPL-3.0-only', 'network'],
  ['EUPL-1.2', 'network'],
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'strong'],
  ['GPL-3.0-or-later WITH Bison-exception-2.2', 'strong'],
  ['LGPL-2.1-only WITH OCaml-LGPL-linking-exception', 'weak'],
  ['MIT OR GPL-2.0-only WITH Linux-syscall-note', null],
  ['MIT OR GPL-2.0-only', null],
  ['LGPL-3.0-only OR GPL-2.0-only', 'weak'],
  ['MIT AND (GPL-2.0-only OR AGPL-3.0-only)', 'strong'],
  ['GPL something', null],
  ['GPLv3', null],
  ['', null],
])('%s is of the family %s', (license, family) => {
  expect(familyOf(license)).toBe(family)
})
