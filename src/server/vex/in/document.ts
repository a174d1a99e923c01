import type { vexFormats } from '#contract/operations/vex.ts'
import type { Justification, VexStatus } from '../vocabulary.ts'

/** A package that a statement is about. Package URLs are parsed when they are matched: most are about other projects. */
export interface StatedPackage {
  /** Each names it. */
  purls: readonly string[]
  /** Whether versions that the statement lists cover one, beside those of the package URL. */
  covers: Coverage | null
  /** The release of the distribution that contains it, such as `redhat 9`; absent if the document says none. */
  release?: string
}

/** Whether a version is covered; null if what the statement says of versions could not be read. */
export type Coverage = (version: string, ecosystem: string) => boolean | null

/** What one statement says about one product. */
export interface StatedProduct {
  /** The position of the statement in the document, from 1. */
  statement: number
  /** The name of the vulnerability as written, and all its ids in capitals. */
  vulnerability: string
  ids: readonly string[]
  /** Null if it has none. */
  status: VexStatus | null
  justification: Justification | null
  /** The impact, action or detail as text. */
  detail: string | null
  /** Whether it says that nothing will be done about it. */
  acceptsRisk: boolean
  /** When this was said, milliseconds since 1970; null if the document does not tell. */
  at: number | null
  /** The package or product as the document names it, for people. */
  label: string | null
  /** The package; null if it is not named by a package URL. */
  package: StatedPackage | null
  /** The package URL of the product that contains the package, or that the statement is about as a whole. */
  product: string | null
  /** Whether the statement is about a product as a whole, and not about a package in it. */
  isWhole: boolean
  /** Whether that is the subject of a bill of materials, which has no package URL. */
  isSubject?: boolean
}

/** A VEX document in the terms of all formats. */
export interface VexDocument {
  format: (typeof vexFormats)[number]
  /** The name of the format, for people. */
  formatName: string
  id: string | null
  author: string | null
  /** When it was issued, milliseconds since 1970. */
  at: number | null
  products: readonly StatedProduct[]
}

/** The most statements of a document, counted for each product. */
export const maxStatements = 20_000

/** A document that is not a VEX document, or exceeds a limit. */
export class VexFault extends Error {
  readonly isTooMuch: boolean
  constructor(message: string, isTooMuch = false) {
    super(message)
    this.name = 'VexFault'
    this.isTooMuch = isTooMuch
  }
}

/** Collects what statements say, up to the limit. */
export class StatementCollector {
  readonly products: StatedProduct[] = []

  /** @throws VexFault if there are too many. */
  add(product: StatedProduct): void {
    if (this.products.length >= maxStatements) {
      const most = maxStatements.toLocaleString('en-US')
      throw new VexFault(`the document has more than ${most} statements, counted for each product`, true)
    }
    this.products.push(product)
  }
}
