import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../app/theme.css', import.meta.url), 'utf8')

type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Theme = 'light' | 'dark'

const oklch = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`
const declaration = new RegExp(String.raw`--(?:text-)?color-([\w-]+): light-dark\(${oklch}, ${oklch}\);`, 'g')

function tokensOf(theme: Theme): ReadonlyMap<string, Oklch> {
  const from = theme === 'light' ? 2 : 5
  return new Map(
    [...css.matchAll(declaration)].map((found) => {
      const name = found[0].startsWith('--text') ? `text-${found[1]}` : String(found[1])
      return [name, [Number(found[from]) / 100, Number(found[from + 1]), Number(found[from + 2])]]
    }),
  )
}

// OKLCH to linear sRGB: Björn Ottosson, "A perceptual color space for image processing".
function linearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

// WCAG 2.2, "relative luminance" and "contrast ratio".
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour).map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const rows = [...surfaces, 'accent-bg']
const code = ['surface-0', 'surface-1', 'surface-2', 'mark', 'add', 'del']
const everywhere = [...new Set([...rows, ...code])]
const notices = ['danger-bg', 'caution-bg', 'ok-bg', 'critical-bg', 'high-bg', 'medium-bg', 'low-bg']
const severities = ['critical', 'high', 'medium', 'low']
const statuses = ['open', 'reviewing', 'fixing', 'ignored', 'fixed'].map((name) => `status-${name}`)
const syntax = ['keyword', 'string', 'number', 'name', 'comment'].map((name) => `text-code-${name}`)

/** Which foreground may stand on which background, and how far apart the two must be at least. */
const table: readonly { what: string; front: readonly string[]; back: readonly string[]; least: number }[] = [
  { what: 'body text', front: ['text-1', 'text-2'], back: [...everywhere, ...notices], least: 7 },
  { what: 'side notes', front: ['text-3'], back: everywhere, least: 4.5 },
  { what: 'links', front: ['accent', 'accent-strong'], back: everywhere, least: 4.5 },
  {
    what: 'text on filled buttons',
    front: ['text-on-accent'],
    back: ['accent', 'accent-strong', 'danger', 'danger-strong'],
    least: 4.5,
  },
  {
    what: 'edges of controls',
    front: ['control', 'accent-line'],
    back: ['surface-0', 'surface-1', 'surface-2', 'accent-bg', 'danger-bg', 'caution-bg', 'ok-bg'],
    least: 3,
  },
  { what: 'focus line', front: ['accent'], back: [...everywhere, ...notices], least: 3 },
  { what: 'marks of severity and status', front: [...severities, ...statuses], back: rows, least: 3 },
  { what: 'status as text', front: statuses, back: ['surface-0', 'surface-1', 'surface-2'], least: 4.5 },
  ...severities.map((name) => ({
    what: `${name} mark on its own surface`,
    front: [name],
    back: [`${name}-bg`],
    least: 3,
  })),
  ...['danger', 'caution', 'ok'].map((name) => ({
    what: `${name} on its own surface`,
    front: [name],
    back: [`${name}-bg`],
    least: 4.5,
  })),
  { what: 'notices', front: ['danger', 'caution', 'ok'], back: rows, least: 4.5 },
  { what: 'diff signs', front: ['text-add'], back: ['add', 'surface-0'], least: 4.5 },
  { what: 'diff signs', front: ['text-del'], back: ['del', 'surface-0'], least: 4.5 },
  { what: 'highlighted code', front: syntax, back: code, least: 4.5 },
]

describe.each<Theme>(['light', 'dark'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const token = (name: string): Oklch => {
    const found = tokens.get(name)
    if (!found) throw new Error(`theme.css has no token ${name}`)
    return found
  }

  it('declares every colour as a pair that this test can read', () => {
    const declared = css.match(/--(?:text-)?color-[a-z0-9-]+:/g) ?? []
    const outside = ['--color-scrim:']
    expect(tokens.size).toBe(declared.length - outside.length)
  })

  it.each(table)('keeps $what at $least:1 or more', ({ front, back, least }) => {
    const short = front.flatMap((text) =>
      back
        .map((surface) => ({ text, surface, ratio: contrast(token(text), token(surface)) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ text, surface, ratio }) => `${text} on ${surface}: ${ratio.toFixed(2)}`),
    )
    expect(short).toEqual([])
  })

  it('asks only for colours that an sRGB screen can show', () => {
    const outside = [...tokens].filter(([, colour]) =>
      linearRgb(colour).some((part) => part < -0.01 || part > 1.01),
    )
    expect(outside.map(([name]) => name)).toEqual([])
  })

  it('tells the four severities apart by lightness or hue', () => {
    for (const [index, one] of severities.entries()) {
      for (const other of severities.slice(index + 1)) {
        const [l1, , h1] = token(one)
        const [l2, , h2] = token(other)
        expect(Math.abs(h1 - h2) > 15 || Math.abs(l1 - l2) > 0.1, `${one} and ${other}`).toBe(true)
      }
    }
  })
})
