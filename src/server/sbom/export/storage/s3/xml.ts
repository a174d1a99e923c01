/**
 * The texts of the elements of a name in an answer of S3, whose form is fixed: no attributes, comments or nested elements of
 * the same name.
 */
export function textsIn(xml: string, element: string): string[] {
  const found = xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))
  return [...found].map(([, text = '']) => text.replace(/&(#x?[\da-f]+|\w+);/gi, decodeReference))
}

/** The content of each element of a name that contains others. */
export function elementsIn(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, inner = '']) => inner)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeReference(reference: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? []
  const point = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : (named[name] ?? reference)
}
