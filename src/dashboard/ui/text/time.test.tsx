import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Time } from './time.tsx'

const now = new Date('2026-11-21T07:18:27.000Z')
const html = (value: string | null, form?: 'short') =>
  renderToStaticMarkup(<Time value={value} now={now} form={form} what="First seen" />)

describe('a time', () => {
  it('reads relative and keeps the exact instant', () => {
    const shown = html('2026-11-18T07:00:00.000Z')
    expect(shown).toContain('>3 days ago</time>')
    expect(shown).toContain('dateTime="2026-11-18T07:00:00.000Z"')
    expect(shown).toContain('data-hint="First seen 2026-11-18T07:00:00.000Z"')
    expect(html('2026-11-18T07:00:00.000Z', 'short')).toContain('>3 d</time>')
  })

  it('shows what it cannot read as it came, and nothing as a dash', () => {
    expect(html('<soon>')).toContain('>&lt;soon&gt;<')
    expect(html(null)).toContain('>–<')
  })
})
