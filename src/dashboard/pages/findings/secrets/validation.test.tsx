import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Severity } from '#features/severity.tsx'
import { Validation } from './validation.tsx'

/** The corners of a shape, wherever it stands and however large it is. */
const outlineOf = (shown: string) => {
  const path = /<path d="([^"]*)"/.exec(shown)?.[1] ?? ''
  return path.replace(/[\d.\s-]+/g, '')
}

it('says that a secret is active by a shape that no severity has', () => {
  const severities = ['critical', 'high', 'medium', 'low'].map((value) =>
    outlineOf(renderToStaticMarkup(<Severity value={value} />)),
  )
  const active = renderToStaticMarkup(
    <Validation value="VALIDATION_STATE_CONFIRMED_VALID" now={new Date('2026-01-01T00:00:00Z')} />,
  )
  expect(severities).not.toContain(outlineOf(active))
})
