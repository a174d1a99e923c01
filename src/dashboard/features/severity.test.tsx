import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Severity, severityLabel, severityLevel } from './severity.tsx'
import { Status, statusLabel } from './status.tsx'

const shapeOf = (shown: string) => /<svg[^>]*>(.*)<\/svg>/.exec(shown)?.[1]

describe('severity', () => {
  const levels = ['critical', 'high', 'medium', 'low']

  it('has a word and a shape of its own for each level', () => {
    const shown = levels.map((value) => renderToStaticMarkup(<Severity value={value} />))
    expect(new Set(shown.map(shapeOf)).size).toBe(4)
    expect(shown[0]).toContain('>Critical<')
  })

  it("reads a rule's severity too", () => {
    expect(severityLevel('SEVERITY_HIGH')).toBe('high')
    expect(severityLabel('SEVERITY_LOW')).toBe('Low')
  })

  it('shows an unknown value as it stands, and none as none', () => {
    expect(severityLabel('<img>')).toBe('<img>')
    expect(severityLabel('__proto__')).toBe('__proto__')
    expect(severityLabel(null)).toBe('No severity')
    expect(renderToStaticMarkup(<Severity value="<img>" />)).toContain('&lt;img&gt;')
    expect(levels.map((value) => shapeOf(renderToStaticMarkup(<Severity value={value} />)))).not.toContain(
      shapeOf(renderToStaticMarkup(<Severity value={null} />)),
    )
  })
})

describe('status', () => {
  const statuses = ['open', 'reviewing', 'fixing', 'ignored', 'fixed']

  it('has a word and a shape of its own for each', () => {
    const shown = statuses.map((value) => renderToStaticMarkup(<Status value={value} />))
    expect(new Set(shown.map(shapeOf)).size).toBe(5)
  })

  it('shows an unknown value as it stands, and none as none', () => {
    for (const value of ['paused', 'constructor', 'toString']) expect(statusLabel(value)).toBe(value)
    expect(statusLabel(undefined)).toBe('No status')
  })
})
